import { expect } from "chai";
import { externalAccount } from "../../src/domain/providers/external-account.js";
import { ROUTES } from "../../src/web/routes.js";
import type { Visitor } from "../support/app/web.js";
import { useWorld } from "../support/app/world.js";
import { NO_ROW } from "../support/contract/operations.js";

/** Combining marks in an order that NFC changes, more than any field takes. A form can have 10,000 of them. */
const MARKS = "a" + "\u0301\u0316".repeat(300);
/** No field that is normalized has more characters, each of at most two code units. */
const LONGEST = 2 * 255;

/** The fields that forms compare, search for or store in the normal form. */
const FIELDS = [
  ...["email", "password", "password_confirmation", "current_password", "first_name", "last_name"],
  ...["name", "label", "issuer", "allowed_domains", "support_email", "mail_from_address", "search", "to"],
];

describe("A long text with many combining marks", function () {
  this.timeout(120_000); // hundreds of forms
  const world = useWorld({ API_RATE_PER_MINUTE: "100000" });

  // a wrapped method instead of a clock: the length decides how long normalizing takes
  const normalize = Object.getOwnPropertyDescriptor(String.prototype, "normalize")!;
  let longest = 0;
  beforeEach(() => {
    longest = 0;
    const original = normalize.value as (form?: string) => string;
    String.prototype.normalize = function (this: string, form?: string) {
      longest = Math.max(longest, this.length);
      return original.call(this, form);
    };
  });
  afterEach(() => {
    Object.defineProperty(String.prototype, "normalize", normalize);
  });

  const forms = ROUTES.filter(({ method }) => method !== "GET");
  async function submitAll(visitor: Visitor): Promise<void> {
    for (const { path, method, name } of forms) {
      if (name === "logout") continue;
      for (const field of FIELDS) {
        const address = path.replaceAll(/:\w+/g, NO_ROW);
        const response = await visitor.submit(address, {
          _method: method,
          kind: "oidc",
          [field]: MARKS,
        });
        expect(response.status, `${method} ${address} with ${field}`).to.be.lessThan(500);
        expect(longest, `${method} ${address} normalizes ${field}`).to.be.at.most(LONGEST);
      }
    }
  }

  it("isn't normalized in any form of a guest", async () => {
    const visitor = world.visitor();
    await visitor.get("/login");
    await submitAll(visitor);
  });

  it("isn't normalized in any form of an administrator", async () => {
    const visitor = world.visitor();
    await visitor.signIn(await world.make.user({ role: "system_admin" }));
    await submitAll(visitor);
  });

  it("isn't normalized in a search of a list, which rejects it", async () => {
    const visitor = world.visitor();
    await visitor.signIn(await world.make.user({ role: "system_admin" }));
    const typed = encodeURIComponent(MARKS);
    const lists = [
      "/admin/users",
      "/admin/roles",
      "/admin/api-clients",
      "/admin/api-tokens",
      "/admin/activity",
    ];
    for (const path of [...lists, "/search"])
      expect((await visitor.get(`${path}?search=${typed}&q=${typed}`)).status).to.be.lessThan(500);
    expect(longest).to.be.at.most(LONGEST);
  });

  for (const path of ["register", "login", "forgot-password"])
    it(`isn't normalized by POST /api/v1/auth/${path}`, async () => {
      const response = await world.api.post(`/auth/${path}`, { email: MARKS, password: MARKS });
      expect(response.status).to.equal(422);
      expect(longest).to.be.at.most(LONGEST);
    });

  it("isn't normalized in what a provider says of an account", () => {
    const described = { subject: "1", email: `${MARKS}@example.test`, isVerified: true, name: MARKS };
    externalAccount({ ...described, givenName: MARKS, familyName: MARKS, username: MARKS });
    expect(longest).to.be.at.most(LONGEST);
  });
});
