import { createHash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { GitHubAddresses } from "../../../src/lib/github.js";
import { CLIENT } from "./openid-provider.js";
import { LoopbackServer } from "./loopback-server.js";

/** The three endpoints of GitHub that the service uses, on the loopback address. */
export class FakeGitHub {
  readonly server = new LoopbackServer();
  user: Record<string, unknown> = {};
  emails: object[] = [];
  /** Whether GitHub rejects codes, which it says with the status 200. */
  rejectsCodes = false;
  private readonly challenges = new Map<string, string>();

  async start(): Promise<void> {
    await this.server.start();
    this.server.handle = (request, response) => void this.answer(request, response);
    this.reset();
  }

  reset(): void {
    this.user = { id: 583231, login: "octocat", name: "Mona Lisa Octocat" };
    this.emails = [
      { email: "public@example.test", primary: false, verified: true },
      { email: "Mona@Example.test", primary: true, verified: true },
    ];
    this.rejectsCodes = false;
  }

  get addresses(): GitHubAddresses {
    const { origin } = this.server;
    return {
      issuer: `${origin}/login/oauth`,
      authorize: `${origin}/login/oauth/authorize`,
      token: `${origin}/login/oauth/access_token`,
      user: `${origin}/user`,
      emails: `${origin}/user/emails`,
    };
  }

  /** Signs in at the address that the service leads to. @returns the address that it leads back to */
  visit(address: string): URL {
    const { searchParams: asked } = new URL(address);
    const code = `github-${this.challenges.size}`;
    this.challenges.set(code, asked.get("code_challenge")!);
    const back = new URL(asked.get("redirect_uri")!);
    back.searchParams.set("code", code);
    back.searchParams.set("state", asked.get("state")!);
    return back;
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let body = "";
    for await (const part of request) body += String(part);
    const send = (status: number, value: unknown): void =>
      void response
        .writeHead(status, { "content-type": "application/json; charset=utf-8" })
        .end(JSON.stringify(value));
    if (request.url === "/login/oauth/access_token") return send(200, this.redeem(new URLSearchParams(body)));
    if (request.headers.authorization !== "Bearer gho_token" || !request.headers["user-agent"])
      return send(401, { message: "Requires authentication" });
    return send(200, request.url === "/user" ? this.user : this.emails);
  }

  private redeem(form: URLSearchParams): object {
    const verifier = createHash("sha256")
      .update(form.get("code_verifier") ?? "")
      .digest("base64url");
    const isRight =
      form.get("client_id") === CLIENT.id &&
      form.get("client_secret") === CLIENT.secret &&
      this.challenges.get(form.get("code") ?? "") === verifier;
    if (this.rejectsCodes || !isRight)
      return {
        error: "bad_verification_code",
        error_description: "The code passed is incorrect or expired.",
      };
    return { access_token: "gho_token", scope: "user:email", token_type: "bearer" };
  }
}
