import type { Visit } from "../browser/chromium.js";
import { administrator, member } from "./page-states.js";
import type { PageState } from "./pages.js";

/** Opens the search of the header and enters a text. */
const openSearch =
  (text: string) =>
  async ({ page }: Visit): Promise<void> => {
    await page.keyboard.press("Control+k");
    await page.getByRole("dialog").getByRole("combobox").fill(text);
    await page.waitForResponse((response) => response.url().endsWith(`/search/results?search=${text}`));
    await page.locator(".palette-status:not(:empty)").waitFor({ state: "attached" });
  };

/** Opens the search of the header after other pages. */
const openRecent = async ({ page }: Visit): Promise<void> => {
  for (const path of ["/admin/users", "/admin/settings/security", "/dashboard"]) await page.goto(path);
  await page.keyboard.press("Control+k");
  await page.locator(".palette-status:not(:empty)").waitFor({ state: "attached" });
};

const openTimezones = async ({ page }: Visit): Promise<void> => {
  await page.locator("#profile-timezone").fill("europe");
};

/** The search of the header, and a choice that can be searched. */
export const SEARCH_PAGES: readonly PageState[] = [
  { name: "search", route: "search", show: administrator("/search?search=a", { withContent: true }) },
  { name: "search-none", route: "search", show: member("/search?search=nothing") },
  {
    name: "search-rejected",
    route: "search",
    show: member("/search?search=1+2+3+4+5+6+7+8+9"),
    unpictured: true,
  },
  {
    name: "search-dialog",
    route: "dashboard",
    show: administrator("/dashboard", { withContent: true, then: openSearch("a") }),
  },
  {
    name: "search-dialog-empty",
    route: "dashboard",
    show: administrator("/dashboard", { withContent: true, then: openRecent }),
    unpictured: true,
  },
  {
    name: "search-dialog-none",
    route: "dashboard",
    show: member("/dashboard", { then: openSearch("nothing") }),
    unpictured: true,
  },
  { name: "profile-timezones", route: "profile", show: member("/profile", { then: openTimezones }) },
];
