import { randomBytes } from "node:crypto";
import { DAY, HOUR } from "../../../src/lib/clock.js";
import { Passkey } from "../../../src/models/passkey.js";
import type { User } from "../../../src/models/user.js";
import { generateRecoveryCodes, sealRecoveryCodes } from "../../../src/domain/two-factor/two-factor.js";
import type { RunningProduct } from "../browser/running-product.js";
import { createAda, MOMENT } from "./demo.js";
import type { PageState } from "./pages.js";
import { member, openResetLink, signIn, type OpenPage } from "./page-states.js";

/** Two passkeys, by name. */
async function addPasskeys({ world }: RunningProduct, user: User): Promise<void> {
  const { knex, encryption } = world.services;
  const rows = [
    { name: "Google Password Manager", is_backed_up: true, last_used_at: MOMENT - 2 * HOUR },
    { name: "YubiKey 5 NFC on the key ring", is_backed_up: false, last_used_at: null },
  ];
  for (const [index, row] of rows.entries())
    await Passkey.query(knex)
      .insertAndFetch({
        user_id: user.id,
        credential_id: randomBytes(16),
        public_key: randomBytes(77),
        sign_count: 0,
        aaguid: "ea9b8d66-4d01-1d21-3ce4-b6b48cb575d4",
        transports: ["internal"],
        can_back_up: row.is_backed_up,
        ...row,
      })
      .then((passkey) => passkey.$query(knex).patch({ created_at: MOMENT - (30 - index) * DAY }));
  const two_factor_recovery_codes = sealRecoveryCodes(encryption, user, generateRecoveryCodes());
  await knex("users")
    .where({ id: user.id })
    .update({ passkey_count: rows.length, two_factor_recovery_codes });
}

/** Ada has passkeys and opens the path. */
const owner =
  (path: string, { withPassword = true } = {}): OpenPage =>
  async (product) => {
    const user = await createAda(product);
    await addPasskeys(product, user);
    const visit = await signIn(product, user);
    const columns = { password: null, password_changed_at: null };
    if (!withPassword) await product.world.services.knex("users").where({ id: user.id }).update(columns);
    await visit.open(path);
    return visit;
  };

/** Ada has an authenticator app and passkeys, and has entered her password. */
const challenged: OpenPage = async (product) => {
  const user = await createAda(product);
  await addPasskeys(product, user);
  await product.world.make.twoFactor(user);
  const visitor = product.world.visitor();
  await visitor.signIn(user);
  const visit = await product.browserOf(visitor);
  await visit.open("/two-factor-challenge");
  return visit;
};

/** An administrator sees the account of someone with passkeys. */
const administered: OpenPage = async (product) => {
  const user = await createAda(product);
  await addPasskeys(product, user);
  const root = await product.world.make.user({ email: "root@example.test", role: "system_admin" });
  const visit = await signIn(product, root);
  await visit.open(`/admin/users/${user.id}`);
  return visit;
};

/** Ada has passkeys and resets her password. */
const afterReset: OpenPage = async (product) => {
  const user = await createAda(product);
  await addPasskeys(product, user);
  const visit = await openResetLink(product, user);
  await visit.page.locator("#password").fill("a-new-long-password");
  await visit.leaving(() =>
    visit.page.locator('form[action="/reset-password"] button[type="submit"]').click(),
  );
  return visit;
};

export const PASSKEY_PAGES: readonly PageState[] = [
  { name: "passkey-create", route: "passkeys.create", show: member("/user/passkeys/create") },
  { name: "passkeys", route: "security", show: owner("/user/security") },
  { name: "passkeys-only", route: "security", show: owner("/user/security", { withPassword: false }) },
  { name: "reset-password-left", route: null, show: afterReset },
  { name: "two-factor-passkey", route: "two-factor.login", show: challenged },
  { name: "confirm-passkey", route: "password.confirm", show: owner("/user/confirm-password") },
  {
    name: "delete-account-passkey",
    route: "account.delete",
    show: owner("/user/delete", { withPassword: false }),
    unpictured: true,
  },
  { name: "user-passkeys", route: "admin.users.edit", show: administered },
];
