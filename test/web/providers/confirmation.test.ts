import { expect } from "chai";
import { issueState } from "../../../src/domain/providers/states.js";
import { MINUTE, SECOND as ONE_SECOND } from "../../../src/lib/clock.js";
import type { User } from "../../../src/models/user.js";
import { queuedMails } from "../../support/app/mails.js";
import { textOf, type Visitor } from "../../support/app/web.js";
import { useWorld } from "../../support/app/world.js";
import { CHALLENGE, VERIFIER } from "../../support/oauth/authorization-request.js";
import { CraftedProvider } from "../../support/providers/crafted-provider.js";
import { FakeGitHub } from "../../support/providers/fake-github.js";
import {
  begin,
  callbackOf,
  comeBack,
  FIRST,
  follow,
  linkIdentity,
  makeProvider,
  withoutPassword,
} from "../../support/providers/providers.js";

const PAGE = "/user/confirm-password?next=%2Fuser%2Fpasskeys%2Fcreate";
const BEGIN = `/user/confirm-password/providers/${FIRST}`;

describe("Confirming who someone is at a provider", () => {
  const world = useWorld();
  const there = new CraftedProvider();
  const github = new FakeGitHub();
  before(async () => {
    await Promise.all([there.start(), github.start()]);
    world.services.github = github.addresses;
  });
  after(() => Promise.all([there.server.stop(), github.server.stop()]));
  beforeEach(() => there.reset());

  /** Signs in an account without a password that is linked to the provider. */
  async function ownerOf(subject: string): Promise<{ user: User; visitor: Visitor }> {
    const { user, visitor } = await world.signedIn();
    await linkIdentity(world, user, { subject });
    await withoutPassword(world, user);
    return { user, visitor };
  }

  describe("with OpenID", () => {
    beforeEach(() => makeProvider(world, { issuer: there.issuer }));

    const confirm = async (auth_time: unknown) => {
      const { visitor } = await ownerOf("ada");
      there.claims = { auth_time };
      const answer = await comeBack(visitor, there.visit(await begin(visitor, `${BEGIN}?next=/profile`)));
      await world.services.knex("user_identities").del();
      return { answer, visitor };
    };
    const secondsAgo = (ms: number): number => Math.floor((Date.now() - ms) / ONE_SECOND);

    it("asks the provider for a fresh sign-in and for its time", async () => {
      const { visitor } = await ownerOf("ada");
      const { searchParams } = new URL(await begin(visitor, BEGIN));
      expect(Object.fromEntries(searchParams)).to.include({ prompt: "login", max_age: "0" });
    });

    it("continues at the requested page after a sign-in a moment ago", async () => {
      const { answer } = await confirm(secondsAgo(MINUTE));
      expect(answer.headers["location"]).to.equal("/profile");
    });

    it("is rejected when the sign-in there is old, or the provider doesn't say when it was", async () => {
      for (const time of [secondsAgo(6 * MINUTE), undefined, secondsAgo(-6 * MINUTE)]) {
        const { answer, visitor } = await confirm(time);
        const page = await follow(visitor, answer);
        expect(page.path).to.equal("/user/security");
        expect(page.text).to.contain("Example can't confirm that you've just signed in there");
      }
    });
  });

  describe("with GitHub", () => {
    beforeEach(() => makeProvider(world, { kind: "github", name: "GitHub", scopes: "user:email" }));

    it("isn't offered: an account that has only GitHub is led to the link that sets a password", async () => {
      const { visitor } = await ownerOf("583231");
      const page = await visitor.get(PAGE);
      expect(page.text).not.to.contain(BEGIN).and.not.contain('name="current_password"');
      expect(textOf(page)).to.contain("we'll email you a link to set it");
      expect(page.text).to.contain('action="/user/password/link"');
      await visitor.submit("/user/password/link");
      expect(await queuedMails(world.services, "reset_password")).to.have.length(1);
    });

    it("leads to an administrator while passwords can't be reset", async () => {
      await world.services.settings.write({ "auth.password_reset": "0" });
      const { visitor } = await ownerOf("583231");
      const page = await visitor.get(PAGE);
      expect(textOf(page)).to.contain("Ask an administrator for a link to set it");
      expect(page.text).not.to.contain("/user/password/link");
    });

    it("is rejected, also for a confirmation that was begun before", async () => {
      const { user, visitor } = await ownerOf("583231");
      const rejected = await follow(visitor, await visitor.get(BEGIN));
      expect(rejected.text).to.contain("GitHub can't confirm that you've just signed in there");
      await begin(visitor, `/user/providers/${FIRST}/link`);
      const browser = visitor.cookies.get("authdock_provider")!;
      const session = visitor.sessionCookie;
      const payload = { verifier: VERIFIER, next: "/profile" };
      const state = { providerId: FIRST, purpose: "confirmation", userId: user.id, payload } as const;
      const asked = new URLSearchParams({
        redirect_uri: callbackOf(world, FIRST),
        state: await issueState(world.services, browser, state),
        code_challenge: CHALLENGE,
      });
      const back = github.visit(`${github.addresses.authorize}?${asked.toString()}`);
      const page = await follow(visitor, await comeBack(visitor, back));
      expect(page.text).to.contain("GitHub can't confirm that you've just signed in there");
      expect(visitor.sessionCookie).to.equal(session); // a confirmation would have renewed it
    });
  });
});
