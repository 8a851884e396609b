import type { Browser, BrowserContext, BrowserContextOptions, Page } from "playwright-core";
import { freshIp } from "../app/client.js";
import { pathOf } from "../app/requires.js";
import { atEndOfRun } from "../app/teardown.js";

const ARGUMENTS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  // alike on every machine
  "--font-render-hinting=none",
  "--force-color-profile=srgb",
];

/** As text: the browser's own names are not those of this program. */
const REPORT_BREACHES = `document.addEventListener("securitypolicyviolation", (event) =>
  console.error("policy: " + event.violatedDirective + " " + event.blockedURI));`;

const USER_AGENT =
  "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36";

let launched: Promise<Browser> | undefined;

/** The one browser of this run. Loaded when it is first asked for: most runs of a single file need none. */
export function chromium(): Promise<Browser> {
  launched ??= launch();
  return launched;
}

async function launch(): Promise<Browser> {
  atEndOfRun(closeChromium);
  const { chromium } = await import("playwright-core");
  return chromium.launch({ executablePath: pathOf("Chromium")!, args: ARGUMENTS });
}

export async function closeChromium(): Promise<void> {
  const browser = await launched;
  launched = undefined;
  await browser?.close();
}

/** Somebody at a browser of their own: own cookies, own address. Notes whatever goes wrong in its pages. */
export class Visit {
  /** Messages of the console, errors of scripts, breaches of the policy, failed requests. */
  readonly problems: string[] = [];
  /** Statuses of pages at and above 500 that the test is about. */
  readonly expected = new Set<number>();

  private constructor(
    readonly context: BrowserContext,
    readonly page: Page,
    private readonly origin: string,
  ) {
    page.on("console", (message) => {
      // which answers are wrong is for `response` to say: a refused form is none
      if (/^Failed to load resource: the server responded/.test(message.text())) return;
      if (["error", "warning"].includes(message.type())) this.note(`console: ${message.text()}`);
    });
    page.on("pageerror", (error) => this.note(`script: ${error.message}`));
    page.on("requestfailed", (request) => {
      const reason = request.failure()?.errorText ?? "";
      if (reason !== "net::ERR_ABORTED") this.note(`request: ${request.url()} ${reason}`);
    });
    page.on("response", (response) => {
      const status = response.status();
      const isPage = response.request().isNavigationRequest();
      if (status >= (isPage ? 500 : 400) && !this.expected.has(status))
        this.note(`answer: ${status} ${response.url()}`);
    });
  }

  static async begin(origin: string, options: BrowserContextOptions = {}): Promise<Visit> {
    const context = await (
      await chromium()
    ).newContext({
      baseURL: origin,
      viewport: { width: 1280, height: 800 },
      userAgent: USER_AGENT,
      locale: "en-GB",
      timezoneId: "UTC",
      reducedMotion: "reduce",
      extraHTTPHeaders: { "X-Forwarded-For": freshIp() },
      ...options,
    });
    context.setDefaultTimeout(8000);
    await context.addInitScript({ content: REPORT_BREACHES });
    return new Visit(context, await context.newPage(), origin);
  }

  /** Opens a path of the service; the status of the answer. */
  async open(path: string): Promise<number> {
    const response = await this.page.goto(path);
    return response!.status();
  }

  /** The path and query that the browser is at. */
  get location(): string {
    return this.page.url().slice(this.origin.length);
  }

  /** Types into fields by their label; where a page has several forms, within one part of it. */
  async fill(fields: Record<string, string>, part = "main"): Promise<void> {
    for (const [label, value] of Object.entries(fields))
      await this.page.locator(part).getByLabel(label, { exact: true }).fill(value);
  }

  /** Presses a button of the page and waits until the next page has come. */
  async press(name: string | RegExp, part = "body"): Promise<void> {
    const button = this.page.locator(part).getByRole("button", { name, exact: true });
    await this.leaving(() => button.first().click());
  }

  /** Follows a link of the page. */
  async follow(name: string): Promise<void> {
    await this.leaving(() => this.page.getByRole("link", { name, exact: true }).first().click());
  }

  /** Does what leads to another page (which may have the same address), and waits until it is there. */
  async leaving(act: () => Promise<unknown>): Promise<void> {
    const next = this.page.waitForEvent("domcontentloaded");
    await act();
    await next;
  }

  /** What the page says. */
  text(): Promise<string> {
    return this.page.locator("body").innerText();
  }

  /** Shows the page in these colours, as the system would ask for them. */
  async setColorScheme(colorScheme: "light" | "dark"): Promise<void> {
    await this.page.emulateMedia({ colorScheme });
    await this.page.locator(`html[data-bs-theme="${colorScheme}"]`).waitFor({ state: "attached" });
  }

  /** Whether the page is wider than the window. */
  scrollsSideways(): Promise<boolean> {
    return this.page.evaluate("document.documentElement.scrollWidth > window.innerWidth");
  }

  /** Whether a dialog or a menu lies above the page. */
  isCovered(): Promise<boolean> {
    return this.page.evaluate('document.querySelector("dialog[open], details[data-menu][open]") !== null');
  }

  /** Writes something else over what these selectors find. */
  async overwrite(texts: Record<string, string>): Promise<void> {
    await this.page.evaluate(
      `for (const [selector, text] of Object.entries(${JSON.stringify(texts)}))
        for (const element of document.querySelectorAll(selector)) element.textContent = text;`,
    );
  }

  async end(): Promise<void> {
    await this.context.close();
  }

  private note(problem: string): void {
    this.problems.push(`${this.location}: ${problem}`);
  }
}
