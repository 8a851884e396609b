import { expect } from "chai";
import {
  deactivateDefinition,
  putDefinition,
  type DefinitionChange,
} from "../../../src/domain/definitions/definition-changes.js";
import { Definitions } from "../../../src/domain/definitions/definitions.js";
import type { ValidationFailed } from "../../../src/lib/failures.js";
import { OPERATOR } from "../../support/app/factories.js";
import { queriesDuring } from "../../support/app/queries.js";
import { useWorld } from "../../support/app/world.js";

const LEAVE: DefinitionChange = { key: "userStatus", value: "on-leave", label: "On leave" };

describe("Definitions", () => {
  const world = useWorld();
  const knex = () => world.services.knex;
  const put = (change: Partial<DefinitionChange> = {}) =>
    putDefinition(knex(), { ...LEAVE, ...change }, OPERATOR);
  const deactivate = (key: string, value: string) => deactivateDefinition(knex(), { key, value }, OPERATOR);
  const find = async (value: string, locale?: "en" | "tr") =>
    (await world.services.definitions.list("userStatus", locale)).find((choice) => choice.value === value);

  it("are empty for an undefined key", async () => {
    for (const key of ["nothing", "__proto__", "USERSTATUS"])
      expect(await world.services.definitions.list(key)).to.deep.equal([]);
  });

  it("are added at the end of their key without a colour, by default", async () => {
    await put();
    expect(await find("on-leave")).to.deep.equal({
      value: "on-leave",
      label: "On leave",
      severity: "neutral",
      icon: null,
      explanation: null,
      sort_order: 4,
    });
    await put({ key: "planet", value: "Earth", label: "Earth" });
    expect((await world.services.definitions.list("planet"))[0]!.sort_order).to.equal(1);
  });

  it("keep the fields that a change doesn't include, and can be emptied", async () => {
    await put({ value: "banned", label: " Gone " });
    const banned = { value: "banned", label: "Gone", severity: "danger", sort_order: 3 };
    const explanation = "Has no access and can't sign in.";
    expect(await find("banned")).to.deep.equal({ ...banned, icon: "ban", explanation });
    await put({ value: "banned", label: "Gone", icon: "", explanation: "" });
    expect(await find("banned")).to.deep.equal({ ...banned, icon: null, explanation: null });
  });

  it("keep the texts of other languages when one is changed", async () => {
    await put({ explanation: "Back soon." });
    await put({ locale: "tr", label: "İzinli", explanation: "Yakında döner." });
    await put({ locale: "tr", label: "İzinde" });
    await put({ label: "Away" });
    expect(await find("on-leave", "tr")).to.include({ label: "İzinde", explanation: "Yakında döner." });
    expect(await find("on-leave", "en")).to.include({ label: "Away", explanation: "Back soon." });
    await put({ locale: "tr", label: "İzinde", explanation: "" });
    expect(await find("on-leave", "tr")).to.include({ label: "İzinde", explanation: "Back soon." });
  });

  it("are hidden when they are deactivated, and shown when they are put again", async () => {
    await deactivate("userStatus", "banned");
    expect(await find("banned")).to.equal(undefined);
    await put({ value: "banned", label: "Banned" });
    expect(await find("banned")).to.include({ label: "Banned", sort_order: 3 });
  });

  it("are cached: a read takes one statement", async () => {
    await world.services.definitions.all();
    const read = () => world.services.definitions.list("userStatus", "tr");
    expect(await queriesDuring(knex(), read)).to.have.length(1);
  });

  it("are read again by every process after a change", async () => {
    const other = new Definitions(knex());
    expect(await other.list("userStatus")).to.have.length(3);
    await put();
    expect(await other.list("userStatus")).to.have.length(4);
    await deactivate("userStatus", "on-leave");
    expect(await other.list("userStatus")).to.have.length(3);
  });

  it("are recorded in the audit log with their previous values", async () => {
    await put({ value: "banned", label: "Gone" });
    const [row] = (await knex()("activity_log").where({ event: "definition_changed" })) as {
      changes: string;
      subject_type: string;
    }[];
    expect(row!.subject_type).to.equal("definition");
    const { before, after } = JSON.parse(row!.changes) as Record<string, { label: string; active: boolean }>;
    expect([before!.label, after!.label, after!.active]).to.deep.equal(["Banned", "Gone", true]);
  });

  it("can be chosen for an account immediately", async () => {
    const { user } = await world.make.userWithToken();
    const { token } = await world.make.userWithToken({ role: "system_admin" });
    const give = (status: number) =>
      world.api.as(token).patch(`/users/${user.id}`, { status: "on-leave" }).expect(status);
    await give(422);
    await put();
    await give(200);
    await deactivate("userStatus", "on-leave");
    const { body } = await world.api.as(token).get(`/users/${user.id}`).expect(200);
    expect(body.data.status).to.equal("on-leave");
  });

  describe("reject", () => {
    const errorsOf = async (act: Promise<void>) => {
      const error = await act.then(
        () => null,
        (failure: ValidationFailed) => failure,
      );
      return Object.keys(error?.errors ?? {});
    };
    const emoji = "😀";
    const REJECTED: [Partial<DefinitionChange>, string][] = [
      [{ key: "" }, "key"],
      [{ key: "k".repeat(65) }, "key"],
      [{ key: "a,b" }, "key"],
      [{ value: "" }, "value"],
      [{ value: "Banned " }, "value"],
      [{ value: "v".repeat(33) }, "value"],
      [{ key: "yesNo", value: "v".repeat(65) }, "value"],
      [{ label: " " }, "label"],
      [{ label: emoji.repeat(129) }, "label"],
      [{ label: "two\nlines" }, "label"],
      [{ label: "\ud800" }, "label"],
      [{ explanation: "e".repeat(256) }, "explanation"],
      [{ severity: "pink" }, "severity"],
      [{ severity: "" }, "severity"],
      [{ icon: "../ban" }, "icon"],
      [{ icon: "i".repeat(65) }, "icon"],
      [{ order: -1 }, "order"],
      [{ order: 1.5 }, "order"],
      [{ order: Number.NaN }, "order"],
      [{ order: 10_000 }, "order"],
      [{ locale: "xx" }, "locale"],
      [{ locale: "tr" }, "value"],
      [{ value: "banned", locale: "tr", severity: "info" }, "locale"],
    ];
    for (const [change, field] of REJECTED)
      it(JSON.stringify(change).slice(0, 60), async () => {
        const version = () => knex()("cache_versions").where({ name: "definitions" }).first();
        const before: unknown = await version();
        expect(await errorsOf(put(change))).to.deep.equal([field]);
        expect(await version()).to.deep.equal(before);
      });

    it("no value of the maximum length", async () => {
      const label = emoji.repeat(128);
      const value = "v".repeat(64);
      const rest = { explanation: emoji.repeat(255), icon: "i".repeat(64), order: 9999 };
      await put({ key: "k".repeat(64), value, label, ...rest });
      const [row] = await world.services.definitions.list("k".repeat(64));
      expect(row).to.include({ value, label, explanation: rest.explanation, icon: rest.icon });
    });

    it("removing a missing one, or the status of new accounts", async () => {
      expect(await errorsOf(deactivate("userStatus", "nothing"))).to.deep.equal(["value"]);
      expect(await errorsOf(deactivate("userStatus", "active"))).to.deep.equal(["value"]);
    });
  });
});
