import { expect } from "chai";
import type { Response } from "supertest";
import { answer, consentOf } from "./authorization-request.js";
import type { Visitor } from "../app/web.js";

/** Somebody who is signed in before the screens of the authorization server. */
export class ConsentBrowser {
  constructor(private readonly visitor: Visitor) {}

  /** Opens the address that a client sends people to, and allows it. @returns where they are sent, with a code */
  allow = (address: URL | string): Promise<URL> => this.decide(address, "allow");

  /** @returns where they are sent, with an error */
  deny = (address: URL | string): Promise<URL> => this.decide(address, "deny");

  /** Types the code of a device in, and lets it in. */
  async approveDevice(userCode: string): Promise<void> {
    await this.visitor.get("/oauth/device");
    const question = await this.visitor.submit("/oauth/device", { user_code: userCode });
    const { status, text } = await this.answer(question, "allow", "/oauth/device");
    expect(status, text).to.equal(200);
  }

  private async decide(address: URL | string, decision: string): Promise<URL> {
    const { pathname, search } = new URL(address, "http://service.invalid");
    const { headers, text } = await this.answer(await this.visitor.get(pathname + search), decision);
    expect(headers, text).to.have.property("location");
    return new URL(headers["location"] as string);
  }

  private answer(question: Response, decision: string, path?: string): Promise<Response> {
    const { status, headers, text } = question;
    expect(consentOf(question), `asked: ${status} ${headers["location"] ?? text}`).not.to.equal("");
    return answer(this.visitor, question, decision, path);
  }
}
