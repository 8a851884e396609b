import type { Browser, BrowserContext, BrowserContextOptions, Page } from "playwright-core";
import { pathOf } from "../app/requires.js";

const ARGUMENTS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  // for sites that need HTTPS and a name
  "--host-resolver-rules=MAP *.authdock.test 127.0.0.1",
  // renders the same on every machine
  "--font-render-hinting=none",
  "--force-color-profile=srgb",
];

/** A string, because the DOM types aren't available in this program. */
const REPORT_BREACHES = `document.addEventListener("securitypolicyviolation", (event) =>
  console.error("policy: " + event.violatedDirective + " " + event.blockedURI));`;

const USER_AGENT =
  "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36";

let launched: Promise<Browser> | undefined;

/** The browser of this run. It is imported on first use, because most runs of a single file don't need it. */
export function chromium(): Promise<Browser> {
  launched ??= launch();
  return launched;
}

async function launch(): Promise<Browser> {
  const { chromium } = await import("playwright-core");
  return chromium.launch({ executablePath: pathOf("Chromium")!, args: ARGUMENTS });
}

export async function closeChromium(): Promise<void> {
  const browser = await launched;
  launched = undefined;
  await browser?.close();
}

/** A context with the look of every test, and these options. */
export async function newContext(
  origin: string,
  options: BrowserContextOptions = {},
): Promise<BrowserContext> {
  const context = await (
    await chromium()
  ).newContext({
    baseURL: origin,
    viewport: { width: 1280, height: 800 },
    userAgent: USER_AGENT,
    locale: "en-GB",
    timezoneId: "UTC",
    reducedMotion: "reduce",
    ...options,
  });
  context.setDefaultTimeout(20_000);
  await context.addInitScript({ content: REPORT_BREACHES });
  return context;
}

/** A browser context with its own cookies and client address. Records problems in its pages. */
export class Visit {
  /** Console messages, script errors, policy violations and failed requests. */
  readonly problems: string[] = [];
  /** Page statuses of 500 and above that the test expects. */
  readonly expected = new Set<number>();

  private constructor(
    private readonly ownContext: BrowserContext,
    readonly page: Page,
    private readonly origin: string,
    private isReusable: boolean,
    hasScripts: boolean,
  ) {
    page.on("console", (message) => {
      // the `response` handler reports unexpected statuses
      if (/^Failed to load resource: the server responded/.test(message.text())) return;
      if (["error", "warning"].includes(message.type())) this.note(`console: ${message.text()}`);
    });
    page.on("pageerror", (error) => this.note(`script: ${error.message}`));
    page.on("requestfailed", (request) => {
      const reason = request.failure()?.errorText ?? "";
      // without JavaScript the browser refuses to preload scripts
      const isRejected = reason === "csp" && !hasScripts;
      if (reason !== "net::ERR_ABORTED" && !isRejected) this.note(`request: ${request.url()} ${reason}`);
    });
    page.on("response", (response) => {
      const status = response.status();
      const isPage = response.request().isNavigationRequest();
      if (status >= (isPage ? 500 : 400) && !this.expected.has(status))
        this.note(`answer: ${status} ${response.url()}`);
    });
  }

  /** Begins with an empty page of a context without cookies. */
  static async begin(
    context: BrowserContext,
    origin: string,
    options: { headers: Record<string, string>; isReusable: boolean; hasScripts: boolean },
  ): Promise<Visit> {
    await context.setExtraHTTPHeaders(options.headers);
    return new Visit(context, await context.newPage(), origin, options.isReusable, options.hasScripts);
  }

  /** The context of this test alone: what changes more than its cookies can't be undone. */
  get context(): BrowserContext {
    this.isReusable = false;
    return this.ownContext;
  }

  async addCookies(cookies: { name: string; value: string }[]): Promise<void> {
    await this.ownContext.addCookies(cookies.map((cookie) => ({ ...cookie, url: this.origin })));
  }

  /** Opens a path of the service. @returns the status of the response */
  async open(path: string): Promise<number> {
    const response = await this.page.goto(path);
    return response!.status();
  }

  /** Path and query of the current page. */
  get location(): string {
    return this.page.url().slice(this.origin.length);
  }

  /** Fills in fields by label, within one part of the page. */
  async fill(fields: Record<string, string>, part = "main"): Promise<void> {
    for (const [label, value] of Object.entries(fields))
      await this.page.locator(part).getByLabel(label, { exact: true }).fill(value);
  }

  /** Clicks a button and waits for the next page. */
  async press(name: string | RegExp, part = "body"): Promise<void> {
    const button = this.page.locator(part).getByRole("button", { name, exact: true });
    await this.leaving(() => button.first().click());
  }

  /** Opens a dialog with the button of this text, and confirms with the other one. */
  async confirm(opener: string | RegExp, button: string, part = "body"): Promise<void> {
    await this.page.locator(`${part} a[data-dialog]`, { hasText: opener }).first().click();
    await this.press(button, "dialog[open]");
  }

  /** Follows a link and waits for the next page. */
  async follow(name: string): Promise<void> {
    await this.leaving(() => this.page.getByRole("link", { name, exact: true }).first().click());
  }

  /** Runs an action that leads to another page and waits for that page, even at the same URL. */
  async leaving(act: () => Promise<unknown>): Promise<void> {
    const next = this.page.waitForEvent("domcontentloaded");
    await act();
    await next;
  }

  /** The visible text of the page. */
  text(): Promise<string> {
    return this.page.locator("body").innerText();
  }

  /** Emulates the system's color scheme. */
  async setColorScheme(colorScheme: "light" | "dark"): Promise<void> {
    await this.page.emulateMedia({ colorScheme });
    // faster than a locator, for which Playwright loads its own script into the page
    await this.page.evaluate(
      `new Promise((done) => {
        const check = () => (document.documentElement.dataset.bsTheme === "${colorScheme}" ? done() : requestAnimationFrame(check));
        check();
      })`,
    );
  }

  /** Whether the page is wider than the window. */
  scrollsSideways(): Promise<boolean> {
    return this.page.evaluate("document.documentElement.scrollWidth > window.innerWidth");
  }

  /** Whether a dialog or a menu is open. */
  isCovered(): Promise<boolean> {
    return this.page.evaluate('document.querySelector("dialog[open], details[data-menu][open]") !== null');
  }

  /** Replaces the text of the elements that match these selectors. */
  async overwrite(texts: Record<string, string>): Promise<void> {
    await this.page.evaluate(
      `for (const [selector, text] of Object.entries(${JSON.stringify(texts)}))
        for (const element of document.querySelectorAll(selector)) element.textContent = text;`,
    );
  }

  /** Closes the pages. @returns the context, if another test can have it */
  async end(): Promise<BrowserContext | undefined> {
    if (!this.isReusable) {
      await this.ownContext.close();
      return undefined;
    }
    await Promise.all(this.ownContext.pages().map((page) => page.close()));
    await this.ownContext.clearCookies();
    return this.ownContext;
  }

  private note(problem: string): void {
    this.problems.push(`${this.location}: ${problem}`);
  }
}
