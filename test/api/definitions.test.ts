import { expect } from "chai";
import { deactivateDefinition } from "../../src/domain/definitions/definition-changes.js";
import { OPERATOR } from "../support/app/factories.js";
import { useWorld } from "../support/app/world.js";

const NO_KEY = ["nothing", "USERSTATUS", "userStatus%20", "%27", "user%25", "__proto__"];

describe("GET /definitions", () => {
  const world = useWorld();
  let token: string;
  beforeEach(async () => {
    ({ token } = await world.make.userWithToken());
  });

  const definitions = async (query = "") =>
    (await world.api.as(token).get(`/definitions${query}`).expect(200)).body.data as Record<
      string,
      { value: string; label: string; order: number }[]
    >;
  const define = (value: string, change: object = {}) =>
    world.make.definition({ value, order: 1, ...change });
  const deactivate = (key: string, value: string) =>
    deactivateDefinition(world.services.knex, { key, value }, OPERATOR);

  it("returns every shipped key with its choices in order", async () => {
    expect(await definitions()).to.deep.equal({
      userStatus: [
        {
          value: "active",
          label: "Active",
          order: 1,
          severity: "success",
          icon: "circle-check",
          explanation: "Can sign in.",
        },
        {
          value: "inactive",
          label: "Inactive",
          order: 2,
          severity: "warning",
          icon: "circle-minus",
          explanation: "Can't sign in until activated.",
        },
        {
          value: "banned",
          label: "Banned",
          order: 3,
          severity: "danger",
          icon: "ban",
          explanation: "Has no access and can't sign in.",
        },
      ],
      yesNo: [
        { value: "1", label: "Yes", order: 1, severity: "success", icon: "check", explanation: null },
        { value: "0", label: "No", order: 2, severity: "neutral", icon: "x", explanation: null },
      ],
    });
  });

  it("requires no permission, so an account without a role can call it", async () => {
    const none = await world.make.userWithToken({ role: null });
    await world.api.as(none.token).get("/definitions").expect(200);
  });

  it("returns only the requested keys", async () => {
    expect(Object.keys(await definitions("?keys=yesNo"))).to.deep.equal(["yesNo"]);
    expect(Object.keys(await definitions("?keys=yesNo,userStatus"))).to.have.members(["userStatus", "yesNo"]);
    expect(Object.keys(await definitions("?keys=yesNo,yesNo"))).to.deep.equal(["yesNo"]);
  });

  for (const key of NO_KEY)
    it(`silently omits the unknown key ${key}`, async () => {
      expect(await definitions(`?keys=${key}`)).to.deep.equal({});
      expect(Object.keys(await definitions(`?keys=${key},yesNo`))).to.deep.equal(["yesNo"]);
    });

  it("sorts by number, then by value", async () => {
    await define("b");
    await define("a");
    await define("last", { order: 10 });
    const { userStatus } = await definitions("?keys=userStatus");
    expect(userStatus!.map(({ value }) => value)).to.deep.equal([
      "a",
      "active",
      "b",
      "inactive",
      "banned",
      "last",
    ]);
  });

  it("omits deactivated choices, and keys without choices", async () => {
    await deactivate("userStatus", "banned");
    await deactivate("yesNo", "0");
    await deactivate("yesNo", "1");
    const data = await definitions();
    expect(Object.keys(data)).to.deep.equal(["userStatus"]);
    expect(data["userStatus"]!.map(({ value }) => value)).to.deep.equal(["active", "inactive"]);
  });

  it("uses the account's language, and English where a text is missing", async () => {
    await define("on-leave", { label: "On leave", explanation: "Back soon." });
    await world.services.knex("users").update({ locale: "tr" });
    expect((await definitions("?keys=yesNo"))["yesNo"]).to.deep.equal([
      { value: "1", label: "Evet", order: 1, severity: "success", icon: "check", explanation: null },
      { value: "0", label: "Hayır", order: 2, severity: "neutral", icon: "x", explanation: null },
    ]);
    const { userStatus } = await definitions("?keys=userStatus");
    expect(userStatus).to.deep.include({
      value: "on-leave",
      label: "On leave",
      order: 1,
      severity: "neutral",
      icon: null,
      explanation: "Back soon.",
    });
    expect(userStatus!.map(({ label }) => label)).to.deep.equal([
      "Etkin",
      "On leave",
      "Etkin değil",
      "Yasaklı",
    ]);
  });

  it("uses English for a language without a catalogue, regardless of Accept-Language", async () => {
    await world.services.knex("users").update({ locale: "xx" });
    const { body } = await world.api
      .as(token)
      .get("/definitions?keys=yesNo")
      .set("Accept-Language", "tr")
      .expect(200);
    expect(body.data.yesNo[0].label).to.equal("Yes");
  });

  it("shows a change in the next request", async () => {
    await definitions();
    await define("banned", { label: "Gone", order: 3 });
    expect((await definitions())["userStatus"]).to.deep.include({
      value: "banned",
      label: "Gone",
      order: 3,
      severity: "danger",
      icon: "ban",
      explanation: "Has no access and can't sign in.",
    });
  });

  it("rejects other parameters, an empty list and too many keys", async () => {
    const rejected = async (query: string) =>
      Object.keys(
        (await world.api.as(token).get(`/definitions?${query}`).expect(422)).body.data.errors as object,
      );
    expect(await rejected("key=yesNo")).to.deep.equal(["key"]);
    expect(await rejected("keys=")).to.deep.equal(["keys"]);
    expect(await rejected(`keys=${Array.from({ length: 51 }, (_, at) => `k${at}`).join()}`)).to.deep.equal([
      "keys",
    ]);
    expect(await rejected(`keys=${"k".repeat(65)}`)).to.deep.equal(["keys.0"]);
  });

  it("rejects a request without a token", async () => {
    await world.api.get("/definitions").expect(401);
  });
});
