import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { AxeResults, RunOptions } from "axe-core";
import { expect } from "chai";
import { ROUTES } from "../../src/web/routes.js";
import type { Visit } from "../support/browser/chromium.js";
import { onMariaDb } from "../support/app/config.js";
import { isWholeMatrix } from "../support/app/matrix.js";
import { NO_PAGES, PAGES } from "../support/pages/pages.js";
import { describeWith } from "../support/app/requires.js";
import { PAGES_VARIABLES } from "../support/pages/page-states.js";
import { useRunningProduct, type RunningProduct } from "../support/browser/running-product.js";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

const COMMON: RunOptions = {
  // axe is only in the page itself, and a sandboxed frame, such as a mail, would report the messages it sends there
  iframes: false,
  // these take time, and no rule or message below uses them
  preload: false,
  selectors: false,
  resultTypes: ["violations"],
};
/** Every WCAG 2.2 rule up to AA and axe's best practices, without its experimental rules. */
const EVERYTHING: RunOptions = {
  ...COMMON,
  runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
};
const COLOUR_RULES = ["color-contrast", "link-in-text-block"];
/** Rules whose result depends on the colours. */
const CONTRAST: RunOptions = { ...COMMON, runOnly: { type: "rule", values: COLOUR_RULES } };
/** Rules whose result depends on the elements of the page. */
const STRUCTURE: RunOptions = {
  ...EVERYTHING,
  rules: Object.fromEntries(COLOUR_RULES.map((rule) => [rule, { enabled: false }])),
};

/**
 * Colours, the room of a phone and the order of the focus come from layouts, components and style sheets. These states
 * show each layout and, together, every rule of our style sheets that sets a colour, except for the schemas and OAuth2
 * forms of the API documentation, which take a quarter of the time. So these states are asked everything.
 */
const REPRESENTATIVES = new Set([
  "landing", // guests
  "dashboard", // members
  "dashboard-menu",
  "dashboard-protected",
  "dashboard-numbers",
  "error-404",
  "search-dialog",
  "profile-two-factor-setup",
  "profile-timezones",
  "tokens-created",
  "users-status-password", // the list, its bulk form and a dialog with an error
  "user", // the longest forms of an administrator
  "activity-entry",
  "roles-edit-limited",
  "settings-branding",
  "settings-security",
  "webhooks-paused", // tabs
  "oauth-consent",
  "oauth-logout-wrong",
  "dev-mail-one",
  "api-dock-form",
  "api-dock-answer",
]);
/** States that are asked in Turkish, and what is opened there: one of each layout, and pages with many words. */
const IN_TURKISH = new Map<string, (visit: Visit) => Promise<void>>([
  ["landing", asItIs],
  ["dashboard-numbers", asItIs], // with the guide of a new service
  ["error-404", asItIs],
  ["api-dock", asItIs],
  ["health", asItIs],
  ["api-clients-connect", asItIs],
  ["users", reviewDeletion],
]);

async function asItIs(): Promise<void> {}

/** Opens the dialog that reviews a change of all accounts on the page. */
async function reviewDeletion(visit: Visit): Promise<void> {
  await visit.page.locator("[data-tick-all] input").check();
  await visit.page.locator("#bulk-act").selectOption("deletion");
  await visit.leaving(() => visit.page.locator("#bulk button[type=submit]").click());
}

const SCREENS = { desktop: { width: 1280, height: 800 }, phone: { width: 390, height: 844 } };

/** The findings of axe, one per line. */
async function violations({ page }: Visit, options: RunOptions): Promise<string[]> {
  const results = (await page.evaluate(
    (given) => (globalThis as unknown as { axe: { run(options: object): Promise<unknown> } }).axe.run(given),
    options as object,
  )) as AxeResults;
  return results.violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
  );
}

/** Dialogs without a name, for which axe looks only where the role is written. */
const namelessDialogs = ({ page }: Visit): Promise<string[]> =>
  page.evaluate(`[...document.querySelectorAll("dialog")]
    .filter((dialog) => !dialog.ariaLabel && !dialog.ariaLabelledByElements?.some(({ textContent }) => textContent.trim()))
    .map(({ id }) => "dialog without a name: " + id)`);

/** Check boxes, radio buttons and switches whose state can't be seen in forced colours, one of each kind. */
async function hiddenStates({ page }: Visit): Promise<string[]> {
  const kinds: string[] = await page.evaluate(`{
    // a dialog covers what is behind it
    const shown = document.querySelector("dialog:modal") ?? document;
    const boxes = [...shown.querySelectorAll("input:is([type=checkbox], [type=radio])")].filter((box) => box.checkVisibility() && !box.indeterminate);
    const kinds = new Map(boxes.map((box) => [box.type + " " + box.parentElement.className, box]));
    for (const [kind, box] of kinds) box.dataset.kind = kind;
    [...kinds.keys()];
  }`);
  if (kinds.length === 0) return [];
  await page.emulateMedia({ forcedColors: "active" });
  const hidden: string[] = [];
  for (const kind of kinds) {
    const box = page.locator(`[data-kind="${kind}"]`);
    const toggle = () =>
      page.evaluate(
        `{ const box = document.querySelector('[data-kind="${kind}"]'); box.checked = !box.checked; }`,
      );
    const picture = () => box.screenshot({ animations: "disabled" });
    const before = await picture();
    await toggle();
    if (before.equals(await picture()))
      hidden.push(`forced colours: ${kind} looks the same when it is checked`);
    await toggle();
  }
  await page.emulateMedia({ forcedColors: "none" });
  return hidden;
}

/** Fields whose border has less contrast than 3:1 with what is around them (WCAG 1.4.11). */
const faintBorders = ({ page }: Visit): Promise<string[]> =>
  page.evaluate(`{
    const canvas = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
    const paint = (...colours) => {
      for (const colour of colours) { canvas.fillStyle = colour; canvas.fillRect(0, 0, 1, 1); }
      return [...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3);
    };
    const luminance = (colour) => {
      const [red, green, blue] = colour.map((part) => part / 255).map((part) => part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    const around = (element) => {
      const behind = [];
      for (let one = element.parentElement; one; one = one.parentElement) behind.unshift(getComputedStyle(one).backgroundColor);
      return ["white", ...behind];
    };
    const fields = [...document.querySelectorAll("input:not([type=hidden], [type=file], [type=submit]), select, textarea")];
    const faint = fields
      .filter((field) => field.checkVisibility() && !field.disabled && !field.matches(":checked, :indeterminate, .visually-hidden, #swagger-ui *"))
      .filter((field) => getComputedStyle(field).borderTopStyle !== "none")
      .map((field) => {
        const behind = around(field);
        const [one, other] = [luminance(paint(...behind, getComputedStyle(field).borderTopColor)), luminance(paint(...behind))].sort();
        return [field.name + " " + field.type, (other + 0.05) / (one + 0.05)];
      })
      .filter(([, ratio]) => ratio < 3)
      .map(([name, ratio]) => "border of " + name + " has a contrast of " + ratio.toFixed(2));
    [...new Set(faint)];
  }`);

/** Elements that get the focus below a bar that stays in place (WCAG 2.4.11). */
async function hiddenFocus({ page }: Visit): Promise<string[]> {
  const hasBar = await page.evaluate(
    `[...document.body.querySelectorAll("*")].some((element) => ["sticky", "fixed"].includes(getComputedStyle(element).position))`,
  );
  if (!hasBar) return [];
  const hidden: string[] = [];
  await page.evaluate("document.activeElement.blur(); scrollTo(0, 0)");
  for (let pressed = 0; pressed < 150; pressed++) {
    await page.keyboard.press("Tab");
    const state = (await page.evaluate(`{
      const focused = document.activeElement;
      const { left, right, top, bottom } = focused.getBoundingClientRect();
      const points = [[0.5, 0.5], [0.1, 0.1], [0.9, 0.1], [0.1, 0.9], [0.9, 0.9]];
      const isSeen = points.some(([x, y]) => {
        const found = document.elementFromPoint(left + (right - left) * x, top + (bottom - top) * y);
        return found !== null && (focused.contains(found) || found.contains(focused) || found.closest("label")?.control === focused);
      });
      focused === document.body ? "end" : isSeen ? "" : focused.outerHTML.slice(0, 120);
    }`)) as string;
    if (state === "end") break;
    if (state !== "") hidden.push(`focus below a bar: ${state}`);
  }
  return hidden;
}

/** Whether the elements are correct, and whether the page fits on the narrowest phone. */
async function findings(visit: Visit): Promise<string[]> {
  const { page } = visit;
  await page.evaluate(AXE);
  const found = [...(await violations(visit, STRUCTURE)), ...(await namelessDialogs(visit))];
  await page.setViewportSize({ width: 360, height: 740 });
  if (await visit.scrollsSideways()) found.push("360 px: scrolls sideways");
  return found;
}

/** The same, with the colours and the focus, on desktop and phone. */
async function allFindings(visit: Visit): Promise<string[]> {
  const { page } = visit;
  await page.evaluate(AXE);
  const found: string[] = [];
  for (const [screen, size] of Object.entries(SCREENS)) {
    await page.setViewportSize(size);
    for (const colorScheme of ["light", "dark"] as const) {
      await visit.setColorScheme(colorScheme);
      const options = colorScheme === "light" ? EVERYTHING : CONTRAST;
      for (const violation of await violations(visit, options))
        found.push(`${screen} ${colorScheme} ${violation}`);
      for (const border of await faintBorders(visit)) found.push(`${screen} ${colorScheme} ${border}`);
    }
    if (await visit.scrollsSideways()) found.push(`${screen}: scrolls sideways`);
  }
  found.push(...(await namelessDialogs(visit)));
  found.push(...(await hiddenStates(visit)), ...(await hiddenFocus(visit)));
  await page.setViewportSize({ width: 360, height: 740 });
  if (await visit.scrollsSideways()) found.push("360 px: scrolls sideways");
  return found;
}

/** The findings of the same page in Turkish, whose words are longer. */
async function findingsInTurkish(
  visit: Visit,
  { world }: RunningProduct,
  then: (visit: Visit) => Promise<void> = asItIs,
): Promise<string[]> {
  const { page } = visit;
  await world.services.knex("users").update({ locale: "tr" });
  await visit.addCookies([{ name: "authdock_locale", value: "tr" }]);
  await page.setViewportSize(SCREENS.desktop);
  await visit.open(visit.location);
  await then(visit);
  if ((await page.evaluate("document.documentElement.lang")) !== "tr") return ["isn't in Turkish"];
  await page.evaluate(AXE);
  const found = await violations(visit, isWholeMatrix ? EVERYTHING : STRUCTURE);
  await page.setViewportSize({ width: 360, height: 740 });
  if (await visit.scrollsSideways()) found.push("360 px: scrolls sideways");
  return found.map((finding) => `in Turkish: ${finding}`);
}

/** The first state of every page. */
const FIRST = new Set(new Map([...PAGES].reverse().map((state) => [state.route, state])).values());

/** The pages are the same on every database. */
const suite = (): void =>
  describeWith("Chromium", "The accessibility of every page", () => {
    const { product } = useRunningProduct(PAGES_VARIABLES);

    it("covers every page of the route table", () => {
      const shown = new Set(PAGES.map(({ route }) => route as string | null));
      const missing = ROUTES.filter(({ method, name }) => method === "GET" && !shown.has(name)).map(
        ({ name }) => name as string,
      );
      expect(missing.sort()).to.deep.equal([...NO_PAGES].sort());
    });

    it("has every representative", () => {
      const names = PAGES.map(({ name }) => name);
      expect(names).to.include.members([...REPRESENTATIVES, ...IN_TURKISH.keys()]);
    });

    for (const state of PAGES) {
      const isInFull = isWholeMatrix || REPRESENTATIVES.has(state.name);
      const isInTurkish = isWholeMatrix ? FIRST.has(state) : IN_TURKISH.has(state.name);
      it(`${state.name}: has no violations${isInFull ? " in light and dark, on desktop and phone" : ""}`, async () => {
        const visit = await state.show(product);
        const found = await (isInFull ? allFindings : findings)(visit);
        if (isInTurkish) found.push(...(await findingsInTurkish(visit, product, IN_TURKISH.get(state.name))));
        expect(found.join("\n")).to.equal("");
      });
    }
  });

if (!onMariaDb()) suite();
