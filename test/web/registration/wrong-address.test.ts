import { expect } from "chai";
import { HOUR } from "../../../src/lib/clock.js";
import { registration } from "../../support/app/factories.js";
import { queuedMails } from "../../support/app/mails.js";
import { visibleOf } from "../../support/app/visible-response.js";
import { textOf, type Fields, type Visitor } from "../../support/app/web.js";
import { useWorld } from "../../support/app/world.js";

const WRONG = "grcae@example.test";
const RIGHT = "grace@example.test";

describe("A wrong address at registration", () => {
  const world = useWorld();
  const users = () => world.services.knex("users");
  const sent = async (): Promise<string[]> =>
    (await queuedMails(world.services)).map(({ kind, to }) => `${kind} ${to}`);
  const linkTo = async (address: string): Promise<string> =>
    (await queuedMails(world.services)).findLast(({ to }) => to === address)!.link;
  const waits = async (visitor: Visitor): Promise<boolean> =>
    ((await visitor.get("/email/verify/status")).body as { data: { waiting: boolean } }).data.waiting;

  async function registered(email: string): Promise<Visitor> {
    const visitor = world.visitor();
    await visitor.get("/register");
    await visitor.submit("/register", registration({ email }) as Fields);
    await visitor.get("/email/verify");
    return visitor;
  }
  async function change(visitor: Visitor, email: string): Promise<object> {
    const form = visibleOf(await visitor.submit("/email/verify/address", { email }), visitor, email);
    const page = visibleOf(await visitor.get("/email/verify"), visitor, email);
    return { form, page };
  }

  beforeEach(() => world.services.settings.write({ "auth.email_verification": "1" }));

  it("is changed on the page that waits, and the former link stops working", async () => {
    const visitor = await registered(WRONG);
    const former = await linkTo(WRONG);
    await change(visitor, RIGHT);
    expect(textOf(await visitor.get("/email/verify"))).to.contain(`the next step to ${RIGHT}`);
    expect(await sent()).to.deep.equal([`verify_email ${WRONG}`, `verify_email ${RIGHT}`]);
    expect((await world.visitor().get(former)).status).to.equal(403);
    const phone = world.visitor();
    await phone.get(await linkTo(RIGHT));
    await phone.submit(await linkTo(RIGHT));
    expect((await visitor.get("/email/verify")).headers["location"]).to.equal("/login");
    const login = await visitor.get("/login");
    expect(textOf(login)).to.contain("Your email address is verified.");
    expect(login.text).to.contain(`value="${RIGHT}"`);
    expect((await visitor.signIn({ email: RIGHT })).headers["location"]).to.equal("/dashboard");
    expect((await world.visitor().signIn({ email: WRONG })).status).to.equal(422);
  });

  it("tells only the browser that registered when the address is verified", async () => {
    const visitor = await registered(RIGHT);
    const other = world.visitor();
    expect(await waits(visitor)).to.equal(true);
    await other.get(await linkTo(RIGHT));
    await other.submit(await linkTo(RIGHT));
    expect(await waits(visitor)).to.equal(false);
    expect((await other.get("/email/verify")).headers["location"]).to.match(/^\/login/);
    const forged = world.visitor();
    forged.cookies.set("authdock_registration", "0000:AAAA");
    expect((await forged.get("/email/verify")).headers["location"]).to.equal("/login");
  });

  it("H26: has the same pages and cookies for taken addresses, before and after the change", async () => {
    const { email: taken } = await world.make.user();
    const { email: alsoTaken } = await world.make.user();
    const free = await registered(WRONG);
    const known = await registered(taken);
    const seen = [
      await change(free, RIGHT), // free → free
      await change(free, alsoTaken), // free → taken
      await change(known, alsoTaken), // taken → taken
      await change(known, "hopper@example.test"), // taken → free
    ];
    for (const other of seen.slice(1)) expect(other).to.deep.equal(seen[0]);
    expect(await waits(free)).to.equal(await waits(known));
    const names = (await users().whereNull("deleted_at").pluck("email")) as string[];
    expect(names).to.have.members([taken, alsoTaken, "hopper@example.test"]);
    const same = "hopper@example.tset"; // as long as the other one
    const lengthOf = (visitor: Visitor): number =>
      decodeURIComponent(visitor.cookies.get("authdock_registration")!).length;
    await change(free, same);
    expect(lengthOf(free)).to.equal(lengthOf(known));
  });

  it("H27: takes equally long for a taken and for a new address", async () => {
    const { email } = await world.make.user();
    for (const address of [RIGHT, email]) {
      const visitor = await registered(WRONG);
      const started = performance.now();
      await visitor.submit("/email/verify/address", { email: address });
      expect(performance.now() - started, address).to.be.at.least(100);
    }
  });

  it("belongs to a registration that is over once the account is verified or used", async () => {
    const visitor = await registered(RIGHT);
    const copy = world.visitor();
    for (const [name, value] of visitor.cookies) copy.cookies.set(name, value);
    copy.csrfToken = visitor.csrfToken;
    await visitor.get(await linkTo(RIGHT));
    await visitor.submit(await linkTo(RIGHT));
    await copy.submit("/email/verify/address", { email: "other@example.test" });
    expect(await users().select("email", "deleted_at")).to.deep.equal([{ email: RIGHT, deleted_at: null }]);
  });

  it("can be changed by a signed-in user, whose account stays", async () => {
    const user = await world.make.user({ email: WRONG });
    const visitor = world.visitor();
    await visitor.signIn(user);
    await visitor.get("/email/verify");
    await visitor.submit("/email/verification-notification");
    const former = await linkTo(WRONG);
    await visitor.submit("/email/verify/address", { email: RIGHT });
    expect(textOf(await visitor.get("/email/verify"))).to.contain(`Open the link that we sent to ${RIGHT}`);
    // nothing is sent to the stranger whose address it may be
    expect(await sent()).to.deep.equal([`verify_email ${WRONG}`, `verify_email ${RIGHT}`]);
    expect((await world.visitor().get(former)).status).to.equal(403);
    await visitor.submit("/email/verification-notification");
    expect((await sent()).at(-1)).to.equal(`verify_email ${RIGHT}`);
    const phone = world.visitor();
    await phone.get(await linkTo(RIGHT));
    await phone.submit(await linkTo(RIGHT));
    expect(await waits(visitor)).to.equal(false);
    expect((await visitor.get("/email/verify")).headers["location"]).to.equal("/dashboard");
    expect(await users().where({ id: user.id }).first()).to.include({ email: RIGHT, pending_email: null });
  });

  it("H26: shows a signed-in user the same for a taken address, and mails its owner", async () => {
    const { email } = await world.make.user();
    const seen: object[] = [];
    for (const address of [RIGHT, email]) {
      const visitor = world.visitor();
      const own = await world.make.user();
      await visitor.signIn(own);
      await visitor.get("/email/verify");
      seen.push(await change(visitor, address));
    }
    expect(seen[1]).to.deep.equal(seen[0]);
    expect(await sent()).to.deep.equal([`verify_email ${RIGHT}`, `email_taken ${email}`]);
  });

  it("shows the form again for an invalid address", async () => {
    const visitor = await registered(WRONG);
    const answer = await visitor.submit("/email/verify/address", { email: "nothing" });
    expect(answer.status).to.equal(422);
    expect(textOf(answer)).to.contain("Enter a valid email address.").and.contain("Wrong address?");
    expect(answer.text).to.match(/<details class="wrong-address" open/);
  });

  it("asks a signed-in user for the password if it was entered a while ago", async () => {
    const visitor = world.visitor();
    await visitor.signIn(await world.make.user({ email: WRONG }));
    world.advance(HOUR);
    await visitor.get("/email/verify");
    const answer = await visitor.submit("/email/verify/address", { email: RIGHT });
    expect(answer.status).to.equal(422);
    expect(answer.text).to.contain('id="new-current_password"');
    expect(await sent()).to.deep.equal([]);
  });

  it("is changed six times an hour, whatever copies of the cookie are sent", async () => {
    world.freezeTime();
    const visitor = await registered(WRONG);
    const cookies = new Map(visitor.cookies);
    const statuses: number[] = [];
    for (let n = 0; n < 7; n++) {
      for (const [name, value] of cookies) visitor.cookies.set(name, value);
      statuses.push((await visitor.submit("/email/verify/address", { email: `a${n}@example.test` })).status);
      world.advance(60_000); // the limit by address is another one
    }
    expect(statuses).to.deep.equal([303, 303, 303, 303, 303, 303, 429]);
  });

  it("can't be changed by a browser that hasn't registered", async () => {
    const visitor = world.visitor();
    await visitor.get("/login");
    const answer = await visitor.submit("/email/verify/address", { email: RIGHT });
    expect(answer.headers["location"]).to.equal("/email/verify");
    expect(await users()).to.have.length(0);
    expect(await sent()).to.deep.equal([]);
  });

  it("can't be changed while registration is off", async () => {
    const visitor = await registered(WRONG);
    await world.services.settings.write({ "auth.registration": "0" });
    expect((await visitor.submit("/email/verify/address", { email: RIGHT })).status).to.equal(403);
    expect(await sent()).to.deep.equal([`verify_email ${WRONG}`]);
  });
});
