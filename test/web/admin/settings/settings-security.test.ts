import { expect } from "chai";
import { PASSWORD, registration } from "../../../support/app/factories.js";
import { confirmationIn, pathOf, settingsAdmin, settingsRecords } from "../../../support/app/settings.js";
import { textOf, type Fields, type Visitor } from "../../../support/app/web.js";
import { useWorld } from "../../../support/app/world.js";

const PAGE = pathOf("security");

/** Switch → default value. */
const SWITCHES = {
  auth_registration: "1",
  auth_email_verification: "0",
  auth_password_reset: "1",
  auth_two_factor: "1",
  auth_password_require_mixed_case: "0",
  auth_password_require_numbers: "0",
  auth_password_require_symbols: "0",
  auth_password_blocklist: "1",
};

describe("Security settings", () => {
  const world = useWorld();
  const valueOf = async (name: string): Promise<string> => {
    const row = (await world.services
      .knex("settings")
      .where({ key: name.replace("_", ".") })
      .first("value")) as { value: string };
    return row.value;
  };
  /** Saves and confirms any warning. */
  async function save(visitor: Visitor, fields: Fields): Promise<void> {
    const answer = await visitor.put(PAGE, fields);
    if (answer.status === 422) await visitor.put(PAGE, { _confirmed: confirmationIn(answer.text) });
  }

  for (const [name, byDefault] of Object.entries(SWITCHES))
    it(`distinguish ${name} turned off from ${name} missing in the form`, async () => {
      const { visitor } = await settingsAdmin(world);
      await save(visitor, { [name]: ["0", "1"] });
      expect(await valueOf(name)).to.equal("1");
      await save(visitor, {});
      expect(await valueOf(name)).to.equal("1");
      await save(visitor, { [name]: "0" });
      expect(await valueOf(name)).to.equal("0");
      await save(visitor, {});
      expect(await valueOf(name)).to.equal("0");
      expect(await settingsRecords(world)).to.have.length(byDefault === "1" ? 1 : 2);
    });

  it("show and change the sign-in limit immediately", async () => {
    const { visitor } = await settingsAdmin(world);
    const page = await visitor.get(PAGE);
    expect(textOf(page))
      .to.contain("Strict 10 attempts per minute")
      .and.contain("Relaxed 30 attempts per minute");
    const statuses = async (): Promise<number[]> => {
      const guest = world.visitor();
      await guest.get("/login");
      const found: number[] = [];
      for (let n = 0; n < 7; n++)
        found.push((await guest.submit("/login", { email: "a@example.test", password: "x" })).status);
      return found;
    };
    expect(await statuses()).to.include(429);
    await save(visitor, { auth_login_throttle: "0" });
    expect(await statuses()).not.to.include(429);
  });

  it("show the stored rules as text without JavaScript", async () => {
    const { visitor } = await settingsAdmin(world);
    const rules = async (): Promise<string[]> => {
      const page = (await visitor.get(PAGE)).text;
      const items = [...page.matchAll(/<li data-rule="[^"]*"([^>]*)>\s*<span>([^<]*)/g)];
      return items.filter(([, attributes]) => !/ hidden/.test(attributes!)).map(([, , words]) => words!);
    };
    expect(await rules()).to.deep.equal(["at least 8 characters"]);
    const change = { auth_password_min_length: "12", auth_password_require_numbers: ["0", "1"] };
    await save(visitor, { ...change, auth_password_require_symbols: ["0", "1"] });
    expect(await rules()).to.deep.equal(["at least 12 characters", "a number", "a symbol"]);
  });

  it("apply to the next new password", async () => {
    const { visitor } = await settingsAdmin(world);
    const registering = async () => {
      const guest = world.visitor();
      await guest.get("/register");
      return guest.submit("/register", registration() as Fields);
    };
    expect((await registering()).status).to.equal(303);
    await save(visitor, { auth_password_require_numbers: ["0", "1"], auth_password_min_length: "30" });
    const rejected = await registering();
    expect(rejected.status).to.equal(422);
    expect(textOf(rejected)).to.contain("at least 30 characters").and.contain("at least one number");
    expect(PASSWORD.length).to.be.below(30);
  });

  it("have an example field without a name, so that it isn't submitted", async () => {
    const { visitor } = await settingsAdmin(world);
    const [field] = /<input[^>]*id="policy-example"[^>]*>/.exec((await visitor.get(PAGE)).text)!;
    expect(field).not.to.contain("name=");
  });

  for (const [name, value, sentence] of [
    ["auth_password_min_length", "7", "Enter a whole number from 8 to 64."],
    ["auth_password_min_length", "65", "Enter a whole number from 8 to 64."],
    ["auth_password_min_length", "many", "Enter a whole number from 8 to 64."],
    ["auth_password_min_length", "", "Enter a whole number from 8 to 64."],
    ["auth_password_expiry_days", "3651", "Enter a whole number from 0 to 3650."],
    ["auth_password_confirm_minutes", "0", "Enter a whole number from 1 to 1440."],
    ["auth_login_throttle", "2", "The value must be 1 for yes or 0 for no."],
    ["auth_registration", "maybe", "The value must be 1 for yes or 0 for no."],
  ] as const)
    it(`reject ${name} = “${value}” and show it again`, async () => {
      const { visitor } = await settingsAdmin(world);
      const before = await valueOf(name);
      const answer = await visitor.put(PAGE, { [name]: value });
      expect(answer.status).to.equal(422);
      expect(textOf(answer)).to.contain(sentence);
      expect(answer.text).to.contain(`href="#${name}"`).and.contain(`id="${name}"`);
      if (name.includes("length") && value !== "")
        expect(answer.text).to.match(new RegExp(`id="${name}"[^>]*value="${value}"`));
      expect(await valueOf(name)).to.equal(before);
    });
});
