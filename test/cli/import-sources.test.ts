import bcrypt from "bcryptjs";
import { expect } from "chai";
import { PASSWORD } from "../support/app/factories.js";
import { useImporting } from "../support/app/importing.js";
import { useWorld } from "../support/app/world.js";

const BCRYPT = bcrypt.hashSync(PASSWORD, 4);

describe("The accounts of", () => {
  const world = useWorld();
  const { file, lines, cli, importing, account } = useImporting(world);
  const signsIn = async (email: string): Promise<boolean> =>
    (await world.api.post("/auth/login", { email, password: PASSWORD })).status === 200;

  it("Django are imported from the table auth_user", async () => {
    const csv = [
      "id,password,last_login,is_superuser,username,first_name,last_name,email,is_staff,is_active,date_joined",
      `1,bcrypt$${BCRYPT},,f,ada,Ada,King,a@example.test,f,t,2024-01-01 00:00:00+00`,
      `2,bcrypt$${BCRYPT},,t,grace,,,g@example.test,t,f,2024-01-01 00:00:00+00`,
    ];
    const result = await importing(file("users.csv", csv.join("\n")), "django");
    expect(result.carried).to.deep.equal({
      password: { in_file: 2, carried: 2 },
      blocked: { in_file: 1, carried: 1 },
      roles: { in_file: 1, carried: 0 },
      "own id": { in_file: 2, carried: 2 },
    });
    expect((await account("a@example.test")).created_at).to.equal(Date.parse("2024-01-01T00:00:00Z"));
    expect(await account("g@example.test")).to.include({ first_name: "grace", status: "inactive" });
    expect(await signsIn("a@example.test")).to.equal(true);
  });

  it("WordPress are imported from the table wp_users", async () => {
    const csv = [
      "ID,user_login,user_pass,user_nicename,user_email,user_url,user_registered,user_activation_key,user_status,display_name",
      `1,ada,${BCRYPT.replace("$2b$", "$2y$")},ada,a@example.test,,2024-05-01 12:34:56,,0,Ada King`,
    ];
    expect(await importing(file("users.csv", csv.join("\n")), "wordpress")).to.include({ created: 1 });
    expect(await account("a@example.test")).to.include({ first_name: "Ada", last_name: "King" });
    expect(await signsIn("a@example.test")).to.equal(true);
  });

  it("Supabase are imported from the table auth.users", async () => {
    const csv = [
      "id,aud,role,email,encrypted_password,email_confirmed_at,raw_user_meta_data,created_at,banned_until,is_anonymous",
      `2a,authenticated,authenticated,a@example.test,${BCRYPT},2024-05-01 12:34:56.789012+00,{},2024-05-01 12:34:56.78+05:30,,f`,
      `2b,authenticated,authenticated,b@example.test,${BCRYPT},,{},2024-05-01 12:34:56.78+00,2124-05-01 12:34:56+00,f`,
    ];
    await importing(file("users.csv", csv.join("\n")), "supabase");
    expect((await account("a@example.test")).email_verified_at).to.be.a("number");
    expect(await account("b@example.test")).to.include({ status: "inactive", email_verified_at: null });
    expect(await signsIn("a@example.test")).to.equal(true);
  });

  it("Supabase have their names in the metadata, and say at which providers they have accounts", async () => {
    const meta = { full_name: "Ada King", provider_id: "1098765", sub: "1098765", shoe: 38 };
    const row = {
      ...{ id: "2a", email: "a@example.test", encrypted_password: "", email_confirmed_at: "2024-05-01" },
      raw_user_meta_data: JSON.stringify(meta),
      raw_app_meta_data: { provider: "google", providers: ["google"] },
    };
    const result = await importing(lines(row), "supabase", "--without-passwords");
    expect(await account("a@example.test")).to.include({ first_name: "Ada", last_name: "King" });
    expect(result.carried).to.deep.include({ identities: { in_file: 1, carried: 0 } });
    expect(result.unread_fields).to.deep.equal({ "raw_user_meta_data.shoe": 1 });
    const odd = await importing(
      lines({ email: "b@example.test", raw_user_meta_data: "{" }),
      "supabase",
      "--without-passwords",
    );
    expect(odd).to.include({ created: 1 });
    expect(odd.unread_fields).to.deep.equal({ raw_user_meta_data: 1 });
  });

  it("Clerk are imported from the file of its dashboard", async () => {
    const csv = [
      "id,first_name,last_name,username,primary_email_address,verified_email_addresses,totp_secret,password_digest,password_hasher",
      `user_2x,Ada,King,ada,a@example.test,a@example.test,JBSWY3DPEHPK3PXP,${BCRYPT},bcrypt`,
    ];
    await importing(file("users.csv", csv.join("\n")), "clerk");
    const ada = await account("a@example.test");
    expect(ada).to.include({ two_factor_lost: false, hasTwoFactor: true, password: BCRYPT });
    expect(ada.email_verified_at).to.be.a("number");
  });

  it("Auth0 are imported with hashes that were imported there, in forms that are known", async () => {
    const hash = (algorithm: string) => ({ algorithm, hash: { value: BCRYPT } });
    const path = lines(
      { email: "a@example.test", custom_password_hash: hash("bcrypt") },
      { email: "b@example.test", custom_password_hash: hash("md5") },
    );
    const { output } = await cli("import", "users", path, "--from", "auth0");
    expect(output).to.match(/^Line 2: The form of custom_password_hash isn't supported\./);
    expect(await signsIn("a@example.test")).to.equal(true);
  });

  it("Cognito and Okta are imported without passwords, which these don't hand out", async () => {
    const cognito = [
      "name,given_name,family_name,email,email_verified,zoneinfo,locale,cognito:mfa_enabled,cognito:username",
      ",Ada,King,c@example.test,TRUE,Europe/Berlin,de-DE,TRUE,co1",
    ];
    await importing(file("cognito.csv", cognito.join("\n")), "cognito");
    expect(await account("c@example.test")).to.include({ timezone: "Europe/Berlin", two_factor_lost: true });
    const okta = [
      "login,email,firstName,lastName,status,created,lastLogin",
      "o@example.test,o@example.test,Ada,King,SUSPENDED,2021-01-01T00:00:00.000Z,",
    ];
    await importing(file("okta.csv", okta.join("\n")), "okta");
    expect(await account("o@example.test")).to.include({ last_name: "King", status: "inactive" });
  });
});
