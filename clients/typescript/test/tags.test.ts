import { AuthdockError, items, unwrap, unwrapText, type AuthdockClient } from "@authdock/client";
import { expect } from "chai";
import { ACCOUNTS, newClient, OAUTH, observers, PASSWORD } from "./service.js";
import { changePicture, usersAsCsv } from "./examples.js";
import { TAGS, tagOf } from "./tags.js";

interface Journey {
  works: (owner: AuthdockClient) => Promise<void>;
  fails: (owner: AuthdockClient) => Promise<unknown>;
  /** The status and code of the failure. */
  as: [number, string];
}

const UNKNOWN = "019a8f3c-6a1e-7c3b-9d52-0f6a1b2c3d4e";
const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);
const picture = (bytes: Uint8Array<ArrayBuffer> | string): Blob => new Blob([bytes], { type: "image/png" });
const names = { first_name: "Katherine", last_name: "Johnson" };

/** @returns the id */
async function makeOrganisation(owner: AuthdockClient, slug: string): Promise<string> {
  return (await unwrap(owner.POST("/organisations", { body: { name: "Acme", slug } }))).data.id;
}

/** Tag → what a system administrator does with its operations. */
const JOURNEYS: Record<string, Journey> = {
  "Access tokens": {
    works: async (owner) => {
      const body = { name: "Deployment", scopes: ["users.read"] };
      const { data } = await unwrap(owner.POST("/api-tokens", { body }));
      const listed = await unwrap(owner.GET("/api-tokens"));
      expect(listed.data.items.map(({ id }) => id)).to.include(data.id);
      await unwrap(owner.DELETE("/api-tokens/{token}", { params: { path: { token: data.id } } }));
    },
    fails: (owner) => unwrap(owner.DELETE("/api-tokens/{token}", { params: { path: { token: UNKNOWN } } })),
    as: [404, "not_found"],
  },
  Account: {
    works: async (owner) => {
      const { data } = await unwrap(owner.PATCH("/auth/me", { body: { first_name: "Dorothy" } }));
      expect(data.first_name).to.equal("Dorothy");
      expect(await changePicture(owner, picture(PNG))).to.match(/^http/);
      expect((await unwrap(owner.DELETE("/auth/me/avatar"))).data).to.deep.equal({});
    },
    fails: (owner) => changePicture(owner, picture("no image")),
    as: [422, "validation_failed"],
  },
  "Account activity": {
    works: async (owner) => {
      const { data } = await unwrap(owner.GET("/auth/me/activity"));
      expect(data.items).to.not.deep.equal([]);
    },
    fails: (owner) => unwrap(owner.GET("/auth/me/activity", { params: { query: { per_page: 0 } } })),
    as: [422, "validation_failed"],
  },
  "Account applications": {
    works: async (owner) => {
      const { data } = await unwrap(owner.GET("/auth/me/applications"));
      expect(data.items.map(({ id }) => id)).to.deep.equal([OAUTH.client]);
    },
    fails: (owner) =>
      unwrap(owner.DELETE("/auth/me/applications/{client}", { params: { path: { client: UNKNOWN } } })),
    as: [404, "not_found"],
  },
  "Account identities": {
    works: async (owner) => {
      expect((await unwrap(owner.GET("/auth/me/identities"))).data.items).to.deep.equal([]);
    },
    fails: (owner) =>
      unwrap(owner.DELETE("/auth/me/identities/{identity}", { params: { path: { identity: UNKNOWN } } })),
    as: [404, "not_found"],
  },
  "Account organisations": {
    works: async (owner) => {
      const organisation = await makeOrganisation(owner, "typescript-own");
      const { data } = await unwrap(owner.GET("/auth/me/organisations"));
      expect(data.items.map(({ id, role }) => [id, role])).to.deep.include([organisation, "owner"]);
    },
    fails: (owner) => {
      const params = { path: { organisation: "typescript-own" } }; // it would have no owner
      return unwrap(owner.DELETE("/auth/me/organisations/{organisation}", { params }));
    },
    as: [409, "last_owner"],
  },
  "Account passkeys": {
    works: async (owner) => {
      const { data } = await unwrap(owner.POST("/auth/me/passkeys/options"));
      expect(data.public_key.attestation).to.equal("none");
      expect((await unwrap(owner.GET("/auth/me/passkeys"))).data.items).to.deep.equal([]);
    },
    fails: (owner) =>
      unwrap(owner.DELETE("/auth/me/passkeys/{passkey}", { params: { path: { passkey: UNKNOWN } } })),
    as: [404, "not_found"],
  },
  "Account recovery": {
    works: async () => {
      const body = { email: "nobody@example.test" };
      await unwrap(newClient().POST("/auth/forgot-password", { body }));
    },
    fails: () => {
      const password = "staple-battery-horse";
      const body = { token: "unknown".repeat(7), password, password_confirmation: password };
      return unwrap(newClient().POST("/auth/reset-password", { body }));
    },
    as: [422, "validation_failed"],
  },
  "Account sessions": {
    works: async (owner) => {
      expect((await unwrap(owner.GET("/auth/me/sessions"))).data.items).to.deep.equal([]);
    },
    fails: (owner) =>
      unwrap(owner.DELETE("/auth/me/sessions/{session}", { params: { path: { session: UNKNOWN } } })),
    as: [404, "not_found"],
  },
  "Account tokens": {
    works: async (owner) => {
      const { data } = await unwrap(owner.POST("/auth/me/tokens", { body: { name: "Laptop" } }));
      expect((await unwrap(newClient(data.token).GET("/auth/me"))).data.email).to.equal(ACCOUNTS.owner);
      await unwrap(owner.DELETE("/auth/me/tokens/{token}", { params: { path: { token: data.id } } }));
    },
    fails: async (owner) => {
      const params = { header: { "Idempotency-Key": crypto.randomUUID() } };
      const create = () => unwrap(owner.POST("/auth/me/tokens", { params, body: { name: "Once" } }));
      await create();
      return create(); // the service doesn't repeat a secret
    },
    as: [409, "already_created"],
  },
  "Account two-factor": {
    works: async (owner) => {
      expect((await unwrap(owner.GET("/auth/me/two-factor"))).data.status).to.equal("off");
      expect((await unwrap(owner.POST("/auth/me/two-factor"))).data.otpauth_uri).to.match(/^otpauth:/);
      expect((await unwrap(owner.GET("/auth/me/two-factor"))).data.status).to.equal("pending");
    },
    fails: (owner) => unwrap(owner.PUT("/auth/me/two-factor", { body: { code: "000000" } })),
    as: [422, "validation_failed"],
  },
  Activity: {
    works: async (owner) => {
      const read = (cursor: string | undefined) =>
        unwrap(owner.GET("/activity-logs", { params: { query: { per_page: 100, cursor } } }));
      const ids: string[] = [];
      for await (const { id } of items(read)) ids.push(id);
      expect(new Set(ids)).to.have.property("size", ids.length);
      const params = { path: { activity_log: ids[0]! } };
      expect((await unwrap(owner.GET("/activity-logs/{activity_log}", { params }))).data.id).to.equal(ids[0]);
      expect((await unwrap(owner.GET("/activity-logs/chart"))).data.days).to.not.deep.equal([]);
      const { text } = await unwrapText(owner.GET("/activity-logs/export", { parseAs: "text" }));
      expect(text).to.contain(ids[0]);
    },
    fails: (owner) =>
      unwrap(owner.GET("/activity-logs/{activity_log}", { params: { path: { activity_log: UNKNOWN } } })),
    as: [404, "not_found"],
  },
  Events: {
    works: async (owner) => {
      const { data, meta } = await unwrap(owner.GET("/events"));
      for (const { id } of data.items) {
        const params = { path: { event: id } };
        expect((await unwrap(owner.GET("/events/{event}", { params }))).data.id).to.equal(id);
      }
      const next = owner.GET("/events", { params: { query: { cursor: meta.next_cursor } } });
      expect((await unwrap(next)).response.status).to.equal(200);
    },
    fails: (owner) => unwrap(owner.GET("/events/{event}", { params: { path: { event: UNKNOWN } } })),
    as: [404, "not_found"],
  },
  Webhooks: {
    works: async (owner) => {
      const body = { url: "https://shop.example.com/hooks/authdock", types: ["user.deleted"] };
      const { data } = await unwrap(owner.POST("/webhooks", { body }));
      expect(data.secret).to.match(/^whsec_/);
      const params = { path: { webhook: data.id } };
      expect((await unwrap(owner.GET("/webhooks"))).data.items.map(({ id }) => id)).to.include(data.id);
      await unwrap(owner.DELETE("/webhooks/{webhook}", { params }));
    },
    fails: (owner) => unwrap(owner.GET("/webhooks/{webhook}", { params: { path: { webhook: UNKNOWN } } })),
    as: [404, "not_found"],
  },
  Authentication: {
    works: async (owner) => {
      expect((await unwrap(owner.GET("/auth/me"))).data.roles).to.deep.equal(["system_admin"]);
    },
    fails: () => newClient().answerChallenge({ challenge: UNKNOWN, code: "000000" }),
    as: [401, "challenge_failed"],
  },
  Clients: {
    works: async (owner) => {
      const { data: created } = await unwrap(
        owner.POST("/api-clients", {
          body: {
            ...{ name: "Calendar", type: "confidential", grant_types: ["authorization_code"] },
            redirect_uris: ["https://client.example.test/callback"],
          },
        }),
      );
      const params = { path: { client: created.id } };
      const { data: rotated } = await unwrap(owner.POST("/api-clients/{client}/secret", { params }));
      expect(rotated.secret).to.be.a("string").and.not.equal(created.secret);
      await unwrap(owner.DELETE("/api-clients/{client}", { params }));
    },
    fails: (owner) => {
      const body = { name: "Reports", type: "public", grant_types: ["client_credentials"] } as const;
      return unwrap(owner.POST("/api-clients", { body: { ...body, grant_types: [...body.grant_types] } }));
    },
    as: [422, "validation_failed"],
  },
  Definitions: {
    works: async (owner) => {
      const { data } = await unwrap(owner.GET("/definitions"));
      expect(data).to.include.keys("userStatus");
    },
    fails: () => unwrap(newClient().GET("/definitions")),
    as: [401, "unauthenticated"],
  },
  Organisations: {
    works: async (owner) => {
      const params = { path: { organisation: await makeOrganisation(owner, "typescript") } };
      const { data } = await unwrap(owner.GET("/organisations/{organisation}/members", { params }));
      expect(data.items.map(({ role }) => role)).to.deep.equal(["owner"]);
      await unwrap(owner.DELETE("/organisations/{organisation}", { params }));
    },
    fails: (owner) =>
      unwrap(
        owner.GET("/organisations/{organisation}", { params: { path: { organisation: "typescript" } } }),
      ),
    as: [404, "not_found"],
  },
  "Organisation applications": {
    works: async (owner) => {
      const path = { organisation: await makeOrganisation(owner, "typescript-applications") };
      const redirect_uris = ["https://client.example.test/callback"];
      const { data: created } = await unwrap(
        owner.POST("/organisations/{organisation}/applications", {
          params: { path },
          body: { name: "Intranet", type: "public", grant_types: ["authorization_code"], redirect_uris },
        }),
      );
      const params = { path: { ...path, application: created.id } };
      await unwrap(owner.DELETE("/organisations/{organisation}/applications/{application}", { params }));
    },
    fails: (owner) =>
      unwrap(
        owner.GET("/organisations/{organisation}/applications", {
          params: { path: { organisation: "nowhere" } },
        }),
      ),
    as: [404, "not_found"],
  },
  "Organisation domains": {
    works: async (owner) => {
      const params = { path: { organisation: await makeOrganisation(owner, "typescript-domains") } };
      const body = { domain: "typescript.example" };
      const { data } = await unwrap(owner.POST("/organisations/{organisation}/domains", { params, body }));
      expect(data.record.name).to.equal("_authdock-challenge.typescript.example");
    },
    fails: (owner) => {
      const params = { path: { organisation: "typescript-domains" } };
      const body = { domain: "gmail.com" };
      return unwrap(owner.POST("/organisations/{organisation}/domains", { params, body }));
    },
    as: [422, "validation_failed"],
  },
  Passkeys: {
    works: async () => {
      const { data } = await unwrap(newClient().POST("/auth/passkeys/options"));
      expect(data.public_key.userVerification).to.equal("required");
    },
    fails: () => {
      const response = { clientDataJSON: "AAAA", authenticatorData: "AAAA", signature: "AAAA" };
      const credential = { id: "AAAA", rawId: "AAAA", type: "public-key", response };
      return unwrap(newClient().POST("/auth/passkeys", { body: { credential } }));
    },
    as: [401, "passkey_rejected"],
  },
  Roles: {
    works: async (owner) => {
      const body = { name: "support", label: "Support", rank: 500, permissions: ["users.read"] };
      const { data: role } = await unwrap(owner.POST("/roles", { body }));
      const params = { path: { role: role.id } };
      const renamed = await unwrap(owner.PUT("/roles/{role}", { params, body: { label: "First line" } }));
      expect(renamed.data).to.include({ label: "First line", name: "support" });
      await unwrap(owner.DELETE("/roles/{role}", { params }));
    },
    fails: (owner) => unwrap(owner.POST("/roles", { body: { name: "user", label: "User", rank: 900 } })),
    as: [422, "validation_failed"],
  },
  Settings: {
    works: async (owner) => {
      const { data } = await unwrap(owner.GET("/settings"));
      const body = { "general.timezone": data["general.timezone"] };
      expect((await unwrap(owner.PATCH("/settings", { body }))).data).to.deep.equal(data);
    },
    fails: (owner) => unwrap(owner.PATCH("/settings", { body: { "general.timezone": "Mars/Olympus" } })),
    as: [422, "validation_failed"],
  },
  "User access": {
    works: async (owner) => {
      const { data } = await unwrap(
        owner.GET("/users", { params: { query: { "filter[email]": ACCOUNTS.user } } }),
      );
      const params = { path: { user: data.items[0]!.id } };
      expect((await unwrap(owner.GET("/users/{user}/sessions", { params }))).data.items).to.deep.equal([]);
    },
    fails: (owner) => unwrap(owner.GET("/users/{user}/tokens", { params: { path: { user: UNKNOWN } } })),
    as: [404, "not_found"],
  },
  "User imports": {
    works: async (owner) => {
      const file = new File(['{"email":"dorothy@example.test"}\n'], "users.jsonl");
      const params = { query: { source: "authdock" } };
      const { data } = await unwrap(owner.POST("/user-imports", { params, body: { file } }));
      expect((await unwrap(owner.GET("/user-imports"))).data.items.map(({ id }) => id)).to.include(data.id);
      await unwrap(
        owner.POST("/user-imports/{user_import}/discard", { params: { path: { user_import: data.id } } }),
      );
    },
    fails: (owner) =>
      unwrap(owner.GET("/user-imports/{user_import}", { params: { path: { user_import: UNKNOWN } } })),
    as: [404, "not_found"],
  },
  Users: {
    works: async (owner) => {
      const body = { ...names, email: "katherine@example.test" }; // without a password: an invitation
      const { data: user } = await unwrap(owner.POST("/users", { body }));
      const params = { path: { user: user.id } };
      const upload = owner.PUT("/users/{user}/avatar", { params, body: { avatar: picture(PNG) } });
      expect((await unwrap(upload)).data.avatar_url).to.match(/^http/);
      expect(await usersAsCsv(owner, body.email)).to.contain(user.id);
      await unwrap(owner.DELETE("/users/{user}", { params }));
      expect((await unwrap(owner.POST("/users/{user}/restore", { params }))).data.id).to.equal(user.id);
    },
    fails: async (owner) => {
      const user = (await unwrap(owner.GET("/auth/me"))).data.id;
      return unwrap(owner.DELETE("/users/{user}", { params: { path: { user } } }));
    },
    as: [403, "self_delete"],
  },
};

describe("The operations of each tag", () => {
  let owner: AuthdockClient;
  const succeeded = new Set<string>();
  const rejected = new Set<string>();
  before(async () => {
    observers.push((request, { ok }) => (ok ? succeeded : rejected).add(tagOf(request)));
    owner = newClient();
    await owner.login({ email: ACCOUNTS.owner, password: PASSWORD });
  });

  after(() => observers.splice(0));
  beforeEach(() => {
    succeeded.clear();
    rejected.clear();
  });

  it("have a journey", () => expect(Object.keys(JOURNEYS).sort()).to.deep.equal(TAGS));

  for (const [
    tag,
    {
      works,
      fails,
      as: [status, code],
    },
  ] of Object.entries(JOURNEYS)) {
    it(`${tag}: work`, async () => {
      await works(owner);
      expect([...succeeded]).to.include(tag);
    });

    it(`${tag}: fail with a typed error`, async () => {
      const error: unknown = await fails(owner).catch((reason: unknown) => reason);
      expect(error).to.be.instanceOf(AuthdockError);
      expect(error).to.include({ status, code });
      expect([...rejected]).to.include(tag);
    });
  }
});
