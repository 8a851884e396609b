import { expect } from "chai";
import type { Response } from "supertest";
import { answer } from "../support/oauth/authorization-request.js";
import { useRelyingParty } from "../support/oauth/relying-party.js";

describe("An authorization request with response_mode=form_post", () => {
  const { world, rp } = useRelyingParty();

  /** The form of the page, which posts to the client. */
  function formOf({ text }: Response): { to: string; values: Record<string, string> } {
    const inputs = [...text.matchAll(/<input type="hidden" name="([a-z_]+)" value="([^"]*)">/g)];
    return {
      to: /<form method="post" action="([^"]+)"/.exec(text)?.[1] ?? "",
      values: Object.fromEntries(inputs.map(([, name, value]) => [name!, value!])),
    };
  }
  const decide = async (decision: string): Promise<Response> =>
    answer(rp.visitor, await rp.open({ response_mode: "form_post" }), decision);

  it("posts the code to the client, not in an address", async () => {
    const page = await decide("allow");
    expect([page.status, page.headers["location"]]).to.deep.equal([200, undefined]);
    const { to, values } = formOf(page);
    expect(to).to.equal(rp.made.client.redirect_uris[0]);
    expect(values).to.include({ state: "xyz", iss: world.services.config.env.APP_URL.origin });
    expect((await rp.claims((await rp.redeem(values["code"]!)).id_token)).sub).to.equal(rp.user.id);
  });

  it("can post to the client, and lets no cache keep it", async () => {
    const { headers } = await decide("allow");
    expect(headers["content-security-policy"]).not.to.contain("form-action");
    expect(headers["cache-control"]).to.contain("no-store");
    expect(headers["referrer-policy"]).to.equal("no-referrer");
  });

  it("posts errors, too", async () => {
    expect(formOf(await decide("deny")).values).to.include({ error: "access_denied", state: "xyz" });
    const rejected = await rp.open({ response_mode: "form_post", scope: "openid unknown" });
    expect(formOf(rejected).values).to.include({ error: "invalid_scope" });
    const silent = await world.visitor().get(rp.address({ response_mode: "form_post", prompt: "none" }));
    expect(formOf(silent).values).to.include({ error: "login_required" });
  });

  it("escapes the values that the client sent", async () => {
    const state = `"><script>alert(1)</script>`;
    const { text } = await rp.open({ response_mode: "form_post", scope: "openid unknown", state });
    expect(text).not.to.contain("<script>alert(1)");
    expect(text).to.contain("&#34;&gt;&lt;script&gt;alert(1)");
  });

  it("rejects another mode in the query", async () => {
    const { status, headers } = await rp.open({ response_mode: "fragment" });
    expect(status).to.equal(302);
    expect(headers["location"]).to.contain("?error=invalid_request");
  });
});
