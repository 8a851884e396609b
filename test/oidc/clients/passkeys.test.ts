import { expect } from "chai";
import type { User } from "../../../src/models/user.js";
import { queuedMails } from "../../support/app/mails.js";
import { useWorld } from "../../support/app/world.js";
import { BUILT_PARTIES } from "../../support/oauth/built-parties.js";
import { AuthenticatorProgram } from "../../support/passkeys/authenticator-program.js";
import { alertOf, optionsOf, signInOnPage } from "../../support/passkeys/browser-passkeys.js";
import { optionsFrom, signInWith } from "../../support/passkeys/passkeys.js";
import type { Behaviour } from "../../support/passkeys/software-authenticator.js";

const SHOP = "https://shop.example";
/** Programs that are an authenticator and its browser → the algorithms of their keys. */
const PROGRAMS = { virtualwebauthn: ["ES256", "RS256"], "passkey-rs": ["ES256", "EdDSA"] };

for (const [name, algorithms] of Object.entries(PROGRAMS).filter(([name]) => name in BUILT_PARTIES))
  describe(`A passkey of ${BUILT_PARTIES[name]!.library}`, function () {
    this.timeout(60_000);
    const world = useWorld({ WEBAUTHN_RELATED_ORIGINS: SHOP });
    let device: AuthenticatorProgram;
    afterEach(() => device.stop());

    /** A new authenticator. */
    function use(algorithm = "ES256"): AuthenticatorProgram {
      device = new AuthenticatorProgram(name, algorithm, world.services.config.env.APP_URL.origin);
      return device;
    }

    /** Adds a passkey of a new authenticator through the API. */
    async function add(algorithm?: string): Promise<User> {
      const user = await world.make.user();
      const api = world.api.as(await world.make.token(user));
      const credential = await use(algorithm).create(await optionsFrom(api, "/auth/me/passkeys/options"));
      await api.post("/auth/me/passkeys", { credential }).expect(201);
      return user;
    }

    it("is added on the security page, and signs in on the sign-in page", async () => {
      const { visitor } = await world.signedIn();
      await visitor.get("/user/passkeys/create");
      const credential = await use().create(await optionsOf(visitor, "/user/passkeys/options"));
      const added = await visitor.submit("/user/passkeys", { credential: JSON.stringify(credential) });
      expect(added.headers["location"], alertOf(added)).to.equal("/user/two-factor-recovery-codes");
      const page = await signInOnPage(world.visitor(), device);
      expect(page.headers["location"], alertOf(page)).to.equal("/dashboard");
      expect(await queuedMails(world.services, "passkey_copied")).to.be.empty;
    });

    for (const algorithm of algorithms)
      it(`of ${algorithm} is added and signs in through the API`, async () => {
        const user = await add(algorithm);
        const { status, body } = await signInWith(world, device);
        expect([status, body.data.user.id]).to.deep.equal([200, user.id]);
      });

    it("signs in with a count that goes back, of which its owner gets a mail", async () => {
      await add();
      expect((await signInWith(world, device, { count: 9 })).status).to.equal(200);
      expect((await signInWith(world, device, { count: 3 })).status).to.equal(200);
      expect(await queuedMails(world.services, "passkey_copied")).to.have.length(1);
    });

    const REJECTED: Record<string, Behaviour> = {
      "on a page of another origin": { origin: "http://localhost:1" },
      "for another domain, on a page that can use passkeys of this one": {
        origin: SHOP,
        rpId: "shop.example",
      },
    };
    for (const [where, behaviour] of Object.entries(REJECTED))
      it(`is rejected ${where}`, async () => {
        await add();
        const { status, body } = await signInWith(world, device, behaviour);
        expect([status, body.data.code]).to.deep.equal([401, "passkey_rejected"]);
        expect(alertOf(await signInOnPage(world.visitor(), device, {}, behaviour))).not.to.equal("");
      });
  });
