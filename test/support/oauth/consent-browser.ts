import { expect } from "chai";
import type { Response } from "supertest";
import { answer, consentOf } from "./authorization-request.js";
import type { Visitor } from "../app/web.js";

/** A signed-in browser that answers consent pages. */
export class ConsentBrowser {
  constructor(private readonly visitor: Visitor) {}

  /** Opens an authorization request and allows it. @returns the redirect URI with the code */
  allow = (address: URL | string): Promise<URL> => this.decide(address, "allow");

  /**
   * Opens a page of an application and allows the request to which it leads.
   * @param back the browser in which the application gets the answer
   * @returns the application's response to it
   */
  async signInTo(site: Visitor, path: string, back = site): Promise<Response> {
    const { headers } = await site.get(path);
    const { pathname, search } = await this.allow(headers["location"] as string);
    return back.get(pathname + search);
  }

  /** Opens an authorization request and denies it. @returns the redirect URI with the error */
  deny = (address: URL | string): Promise<URL> => this.decide(address, "deny");

  /** Opens an authorization request that is answered without a question. @returns the redirect URI */
  async open(address: URL | string): Promise<URL> {
    const { pathname, search } = new URL(address, "http://service.invalid");
    return redirectOf(await this.visitor.get(pathname + search));
  }

  /** Enters the user code of a device and allows the request. */
  approveDevice = (userCode: string): Promise<void> => this.decideDevice(userCode, "allow");

  /** Enters the user code of a device and denies the request. */
  denyDevice = (userCode: string): Promise<void> => this.decideDevice(userCode, "deny");

  /** Signs out of the service. */
  async signOut(): Promise<void> {
    await this.visitor.submit("/logout");
  }

  private async decide(address: URL | string, decision: string): Promise<URL> {
    const { pathname, search } = new URL(address, "http://service.invalid");
    return redirectOf(await this.answer(await this.visitor.get(pathname + search), decision));
  }

  private async decideDevice(userCode: string, decision: string): Promise<void> {
    await this.visitor.get("/oauth/device");
    const question = await this.visitor.submit("/oauth/device", { user_code: userCode });
    const { status, text } = await this.answer(question, decision, "/oauth/device");
    expect(status, text).to.equal(200);
  }

  private answer(question: Response, decision: string, path?: string): Promise<Response> {
    const { status, headers, text } = question;
    expect(consentOf(question), `asked: ${status} ${headers["location"] ?? text}`).not.to.equal("");
    return answer(this.visitor, question, decision, path);
  }
}

function redirectOf({ headers, text }: Response): URL {
  expect(headers, text).to.have.property("location");
  return new URL(headers["location"] as string);
}
