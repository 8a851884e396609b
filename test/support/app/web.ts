import type { RequestListener, Server } from "node:http";
import request, { type Response, type Test } from "supertest";
import { freshIp, sharingConnections } from "./client.js";
import { PASSWORD } from "./factories.js";

/** Content-Length is then the length of the text. */
const PLAIN = { "Accept-Encoding": "identity" };

export type Fields = Record<string, string | string[]>;

/** Decodes HTML entities. */
export const decode = (text: string): string =>
  text.replaceAll(/&(amp|lt|gt|quot|#34|#39);/g, (whole, name: string) => {
    const characters: Record<string, string> = {
      amp: "&",
      lt: "<",
      gt: ">",
      quot: '"',
      "#34": '"',
      "#39": "'",
    };
    return characters[name] ?? whole;
  });

/**
 * A browser without a screen, for an app, a server or the origin of one. It keeps cookies and submits forms with the CSRF
 * token of the last page that had one. Every visitor has its own client address, so rate limits by IP don't leak
 * between tests.
 */
export class Visitor {
  readonly cookies = new Map<string, string>();
  /** The CSRF token of the last page with a form. */
  csrfToken = "";
  userAgent =
    "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36";

  constructor(
    private readonly app: RequestListener | Server | string,
    public ip = freshIp(),
  ) {}

  async get(path: string, headers: Record<string, string> = {}): Promise<Response> {
    return this.recordCookies(await this.prepare(request(this.app).get(path), { ...PLAIN, ...headers }));
  }

  /** Submits a form with the last CSRF token. `_method` overrides the method. */
  async submit(path: string, fields: Fields = {}, headers: Record<string, string> = {}): Promise<Response> {
    const form = new URLSearchParams();
    for (const [name, value] of Object.entries({ _csrf: this.csrfToken, ...fields }))
      for (const one of [value].flat()) form.append(name, one);
    return this.recordCookies(
      await this.prepare(request(this.app).post(path).type("form"), { ...PLAIN, ...headers }).send(
        form.toString(),
      ),
    );
  }

  put = (path: string, fields: Fields = {}): Promise<Response> =>
    this.submit(path, { _method: "PUT", ...fields });
  delete = (path: string, fields: Fields = {}): Promise<Response> =>
    this.submit(path, { _method: "DELETE", ...fields });

  /** Sends any other request with the cookies of this browser. */
  async send(make: (agent: ReturnType<typeof request>) => Test): Promise<Response> {
    return this.recordCookies(await this.prepare(make(request(this.app)), {}));
  }

  /** Signs in with the form. */
  async signIn(user: { email: string }, fields: Fields = {}): Promise<Response> {
    await this.get("/login");
    const response = await this.submit("/login", { email: user.email, password: PASSWORD, ...fields });
    if (response.headers["location"] === "/dashboard") await this.get("/dashboard"); // signing in replaces the CSRF token
    return response;
  }

  /** A copy of this browser that talks to another app. */
  movedTo(app: RequestListener | string): Visitor {
    const visitor = new Visitor(app, this.ip);
    for (const [name, value] of this.cookies) visitor.cookies.set(name, value);
    visitor.csrfToken = this.csrfToken;
    return visitor;
  }

  /** The value of the session cookie, or undefined for a guest. */
  get sessionCookie(): string | undefined {
    return [...this.cookies].find(([name]) => name.endsWith("authdock_session"))?.[1];
  }

  private prepare(test: Test, headers: Record<string, string>): Test {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    return sharingConnections(test, this.app)
      .set({
        "X-Forwarded-For": this.ip,
        Accept: "text/html",
        "User-Agent": this.userAgent,
        ...headers,
      })
      .set(cookie === "" ? {} : { Cookie: cookie })
      .redirects(0);
  }

  private recordCookies(response: Response): Response {
    for (const line of (response.headers["set-cookie"] ?? []) as unknown as string[]) {
      const [pair = "", ...attributes] = line.split("; ");
      const [name = "", value = ""] = pair.split(/=(.*)/s);
      if (value === "" || attributes.some((attribute) => /^Expires=Thu, 01 Jan 1970/.test(attribute)))
        this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    const token = /name="_csrf" value="([^"]+)"/.exec(response.text ?? "")?.[1];
    if (token !== undefined) this.csrfToken = decode(token);
    return response;
  }
}

/** The text of a page without its markup. */
export const textOf = (response: Pick<Response, "text">): string =>
  decode(response.text.replaceAll(/<(script|style)[\s\S]*?<\/\1>/g, " ").replaceAll(/<[^>]*>/g, " "))
    .replaceAll(/\s+/g, " ")
    .trim();

/** The text of a page, with the tooltip of every moment in parentheses behind it. */
export const textWithTooltipsOf = ({ text }: Pick<Response, "text">): string =>
  textOf({ text: text.replaceAll(/<time [^>]*title="([^"]*)">([^<]*)<\/time>/g, "$2 ($1)") });
