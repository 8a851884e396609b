import { expect } from "chai";
import { v7 as uuidv7 } from "uuid";
import { DAY } from "../../../src/lib/clock.js";
import { runCli } from "../../support/app/command-line.js";
import { textOf } from "../../support/app/web.js";
import { useWorld } from "../../support/app/world.js";

interface Finding {
  check: string;
  state: string;
  detail: string;
  advice: string | null;
}

describe("Health", () => {
  const world = useWorld({ MAIL_URL: "smtp://127.0.0.1:1" });
  const doctor = async (): Promise<Finding[]> =>
    (JSON.parse((await runCli(world.services, ["doctor", "--json"])).output) as { findings: Finding[] })
      .findings;
  /** The age of the database and of what is measured differs. */
  const stable = ({ check, detail, ...rest }: Finding) => ({
    check,
    ...rest,
    detail: detail.replaceAll(/[\d.]+ (ms|MB)/g, "…"),
  });

  it("is the same on the page, in the API and on the command line", async () => {
    const waiting = { status: "queued", attempts: 3, last_error: "451 4.7.1 later" };
    const time = { created_at: Date.now(), available_at: Date.now() + DAY, expires_at: Date.now() + DAY };
    await world.services.knex("mails").insert({ id: uuidv7(), kind: "verify_email", ...waiting, ...time });
    const user = await world.make.user({ role: "system_admin" });
    const { visitor } = await world.signedIn(user);
    const token = await world.make.token(user);
    const { body } = await world.api.as(token).get("/settings/health").expect(200);
    const { findings, is_healthy } = body.data as { findings: Finding[]; is_healthy: boolean };
    expect(is_healthy).to.equal(false);
    expect(findings.map(stable)).to.deep.equal((await doctor()).map(stable));

    const text = textOf(await visitor.get("/admin/health"));
    for (const { detail, advice } of findings) {
      expect(text).to.include(detail);
      if (advice !== null) expect(text).to.include(advice);
    }
    expect(text).to.match(/mail server 127\.0\.0\.1:1, from MAIL_URL: unreachable/);
    expect(text).to.include("451 4.7.1 later");
    expect(text.indexOf("mail server")).to.be.below(text.indexOf("APP_ENV is test"));
  });

  it("isn't shown to people who may not read the settings", async () => {
    const { visitor } = await world.signedIn();
    expect((await visitor.get("/admin/health")).status).to.equal(403);
    expect(textOf(await visitor.get("/dashboard"))).not.to.include("Health");
  });
});
