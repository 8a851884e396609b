import { expect } from "chai";
import { DAY, now, SECOND } from "../../../src/lib/clock.js";
import type { ApiClient } from "../../support/app/client.js";
import { isSignedWith, sendDue, useReceiver } from "../../support/webhooks/receiver.js";
import { checkEvent } from "../../support/contract/event-check.js";
import { useWorld } from "../../support/app/world.js";

const PLACE = "/webhooks";
const NOBODY = "019a8f3c-6a1e-7c3b-9d52-0f6a1b2c3d4e";

describe("Deliveries of a webhook on the API", () => {
  const world = useWorld({ WEBHOOKS_ALLOW_LOOPBACK: "true" });
  const receiver = useReceiver();
  let token: string;
  let hook: { id: string; secret: string };
  beforeEach(async () => {
    world.freezeTime();
    ({ token } = await world.make.userWithToken({ role: "system_admin" }));
    const body = { url: receiver.url, types: ["*"] };
    hook = (await api().post(PLACE, body).expect(201)).body.data as typeof hook;
    await sendDue(world.services);
    receiver.reset();
  });
  const api = (): ApiClient => world.api.as(token);
  const at = (path: string): string => `${PLACE}/${hook.id}${path}`;
  const deliveries = async (query = ""): Promise<Record<string, unknown>[]> =>
    (
      await api()
        .get(at(`/deliveries${query}`))
        .expect(200)
    ).body.data.items as Record<string, unknown>[];
  const createUser = async (email: string): Promise<string> => {
    const body = { first_name: "Ada", last_name: "Lovelace", email, password: "violet-window-harbour" };
    const made = await api()
      .post("/users", { ...body, password_confirmation: body.password })
      .expect(201);
    return made.body.data.id as string;
  };

  it("send the event as the API shows it, signed, and have what was sent and answered", async () => {
    const user = await createUser("ada@example.test");
    receiver.answer = () => ({ status: 201, body: "thanks" });
    await sendDue(world.services);
    expect(receiver.types).to.deep.equal(["user.created"]);
    const [received] = receiver.received;
    expect(isSignedWith(hook.secret, received!)).to.equal(true);
    expect(received!.event.subject).to.deep.equal({ type: "user", id: user });
    expect(received!.headers).to.deep.include({ "webhook-id": received!.event.id });
    expect(received!.headers["user-agent"]).to.match(/^Authdock\/\d/);
    const [delivery] = await deliveries("?filter[status]=delivered&per_page=1");
    expect(delivery).to.deep.include({
      ...{ event_id: received!.event.id, event_type: "user.created", status: "delivered", attempts: 1 },
      ...{ answer_status: 201, error: null, next_attempt_at: null },
    });
    const shown = await api()
      .get(at(`/deliveries/${String(delivery!["id"])}`))
      .expect(200);
    expect(shown.body.data).to.deep.equal({
      ...delivery,
      payload: received!.event,
      answer_excerpt: "thanks",
    });
  });

  it("are sent again, one or all that failed since a time", async () => {
    receiver.answer = () => ({ status: 410 });
    await createUser("ada@example.test");
    await sendDue(world.services);
    const [failed] = await deliveries("?filter[status]=failed");
    expect(failed).to.include({ error: "rejected", answer_status: 410 });
    receiver.reset();
    await api().patch(at(""), { paused: false }).expect(200);

    const { body } = await api()
      .post(at(`/deliveries/${String(failed!["id"])}/retry`))
      .expect(200);
    expect(body.data).to.include({ id: failed!["id"], status: "pending", attempts: 0 });
    await sendDue(world.services);
    expect(receiver.types).to.deep.equal(["user.created"]);

    await world.services.knex("webhook_deliveries").update({ status: "failed" });
    const since = (ms: number): string => new Date(now() + ms).toISOString();
    const none = await api()
      .post(at("/retry"), { since: since(SECOND) })
      .expect(200);
    expect(none.body.data).to.deep.equal({ count: 0 });
    const some = await api()
      .post(at("/retry"), { since: since(-DAY) })
      .expect(200);
    expect(some.body.data.count).to.be.greaterThan(0);
  });

  it("test the receiver, also while the webhook is paused, once", async () => {
    await api().patch(at(""), { paused: true }).expect(200);
    const { body } = await api().post(at("/test")).expect(200);
    expect(body.data).to.deep.include({
      event_type: "webhook.test",
      subject: { type: "webhook", id: hook.id },
      status: "pending",
    });
    receiver.answer = () => ({ status: 500 });
    await createUser("ada@example.test");
    await sendDue(world.services);
    expect(receiver.types).to.deep.equal(["webhook.test"]);
    checkEvent(receiver.received[0]!.event);
    const shown = await api()
      .get(at(`/deliveries/${String(body.data.id)}`))
      .expect(200);
    expect(shown.body.data).to.deep.include({ status: "failed", payload: receiver.received[0]!.event });
    expect((await api().get(at("")).expect(200)).body.data).to.include({ failing_since: null });
  });

  it("go on at a cursor", async () => {
    for (const name of ["ada", "grace", "mary"]) await createUser(`${name}@example.test`);
    await sendDue(world.services);
    const total = (await deliveries()).length;
    const first = await api().get(at("/deliveries?per_page=2")).expect(200);
    const cursor = first.body.meta.pagination.next_cursor as string;
    const rest = await api()
      .get(at(`/deliveries?per_page=2&cursor=${cursor}`))
      .expect(200);
    const ids = [...first.body.data.items, ...rest.body.data.items].map(({ id }: { id: string }) => id);
    expect(new Set(ids).size).to.equal(Math.min(4, total));
  });

  it("hide the body, and an answer that may repeat it, from who couldn't read the event or lacks permissions of the owner", async () => {
    await createUser("ada@example.test");
    receiver.answer = ({ text }) => ({ status: 200, body: text });
    await sendDue(world.services);
    const [{ id } = {}] = await deliveries("?filter[status]=delivered");
    const other = await world.make.userWithToken({ role: "system_admin", email: "root@example.test" });
    const shown = await world.api
      .as(other.token)
      .get(at(`/deliveries/${String(id)}`))
      .expect(200);
    expect(shown.body.data.payload).to.be.an("object");
    await world.services.knex("users").where({ id: other.user.id }).update({ status: "active" });
    await world.make.role("readers", 1, ["webhooks.read"]);
    const reader = await world.make.userWithToken({ role: "readers" });
    const hidden = await world.api
      .as(reader.token)
      .get(at(`/deliveries/${String(id)}`))
      .expect(200);
    expect(hidden.body.data).to.include({ payload: null, answer_excerpt: null });
    expect(shown.body.data.answer_excerpt).to.contain("ada@example.test");
  });

  it("are of this webhook only", async () => {
    await api()
      .get(at(`/deliveries/${NOBODY}`))
      .expect(404);
    await api()
      .post(at(`/deliveries/${NOBODY}/retry`))
      .expect(404);
    await api().get(`${PLACE}/${NOBODY}/deliveries`).expect(404);
    await api().post(`${PLACE}/${NOBODY}/test`).expect(404);
    await api().post(`${PLACE}/${NOBODY}/secret`).expect(404);
    const since = new Date(now()).toISOString();
    await api().post(`${PLACE}/${NOBODY}/retry`, { since }).expect(404);
    await api().post(at("/retry"), { since: "2026-13-01T00:00:00Z" }).expect(422);
    await api().get(at("/deliveries?filter[status]=lost")).expect(422);
  });
});
