/**
 * Measures what an event costs, and how fast webhooks are sent: some of them are dead. ALL DATA IN THE DATABASE OF
 * TEST_DATABASE_URL IS DELETED; without it, an SQLite file is used. The receiver has a thread of its own.
 *   node --import tsx/esm scripts/bench/webhooks.ts
 *   node --import tsx/esm test/support/database/with-mariadb.ts node --import tsx/esm scripts/bench/webhooks.ts
 * EVENTS is the number of events that each webhook is sent.
 */
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { inTransaction } from "../../src/database/transaction.js";
import { ownOrigin } from "../../src/domain/audit/origin.js";
import type { ActivityEvent } from "../../src/domain/audit/activities.js";
import { recordActivity } from "../../src/domain/audit/record.js";
import { sequenceEvents } from "../../src/domain/events/sequencer.js";
import { closeServices, createServices } from "../../src/domain/services.js";
import { fanOut } from "../../src/domain/webhooks/fan-out.js";
import { createWebhook } from "../../src/domain/webhooks/webhooks.js";
import { WebhookSender } from "../../src/webhooks/sender.js";
import { signedInCaller } from "../../test/support/app/caller.js";
import { testConfig } from "../../test/support/app/config.js";
import { Factories } from "../../test/support/app/factories.js";
import { memoryLog } from "../../test/support/app/log.js";
import { freshDatabase } from "../../test/support/database/database.js";

const [WEBHOOKS, DEAD] = [200, 20];
const EVENTS = Number(process.env["EVENTS"] ?? 100);
const CHANGES = 2000;
const RECEIVER = `
  const { createServer } = require("node:http");
  const server = createServer((request, response) => request.resume().on("end", () => response.writeHead(204).end()));
  server.listen(0, "127.0.0.1", () => require("node:worker_threads").parentPort.postMessage(server.address().port));`;

const folder = mkdtempSync(join(tmpdir(), "authdock-bench-"));
process.env["TEST_DATABASE_URL"] ??= `sqlite:${join(folder, "webhooks.sqlite")}`;
const services = createServices(testConfig({ WEBHOOKS_ALLOW_LOOPBACK: "true" }), memoryLog().logger);
const { knex } = services;
await freshDatabase(knex);
const make = new Factories(services);
const owner = await make.user({ role: "system_admin" });
const people: string[] = [];
for (let count = 0; count < EVENTS; count++) people.push((await make.user()).id);

/** A change of an account with its entry in the log. */
const change = (event: ActivityEvent, id: string): Promise<void> =>
  inTransaction(knex, async (trx) => {
    await trx("users").where({ id }).update({ first_name: "Ada" });
    const changes = { before: { first_name: "Augusta" }, after: { first_name: "Ada" } };
    await recordActivity(trx, { event, actorId: id, subject: { type: "user", id }, changes }, ownOrigin());
  });

/** Milliseconds of each change. */
async function timeOf(event: ActivityEvent): Promise<number> {
  const start = performance.now();
  for (let count = 0; count < CHANGES; count++) await change(event, people[count % EVENTS]!);
  return (performance.now() - start) / CHANGES;
}
await timeOf("profile_updated"); // V8 optimises the code
const times: [without: number, withEvent: number][] = [];
for (let round = 0; round < 3; round++) times.push([await timeOf("logout"), await timeOf("profile_updated")]);
const [without, withEvent] = times.sort(([a, b], [c, d]) => b / a - d / c)[1]!;
const started = performance.now();
const sequenced = await sequenceEvents(services, fanOut);
const perEvent = (performance.now() - started) / sequenced;

const receiver = new Worker(RECEIVER, { eval: true });
const [port] = (await once(receiver, "message")) as [number];
const caller = await signedInCaller(services, owner);
for (let count = 0; count < WEBHOOKS; count++) {
  // nobody listens on the first port
  const url = `http://127.0.0.1:${count < DEAD ? 1 : port}/${count}`;
  await createWebhook(caller, { url, description: "", types: ["*"] });
}
for (const id of people) await change("profile_updated", id);

const start = performance.now();
const cpuBefore = process.cpuUsage();
const fannedOut = performance.now();
await sequenceEvents(services, fanOut);
const fanOutMs = performance.now() - fannedOut;
const sender = new WebhookSender(services);
const delivered = async (): Promise<number> =>
  Number((await knex("webhook_deliveries").where({ status: "delivered" }).count({ n: "*" }))[0]!["n"]);
const wanted = EVENTS * (WEBHOOKS - DEAD);
while ((await delivered()) < wanted) {
  await sender.look();
  await sleep(1000);
}
const seconds = (performance.now() - start) / 1000;
const { user, system } = process.cpuUsage(cpuBefore);
await sender.stop();
await receiver.terminate();

console.log("| what | measured |\n| --- | --- |");
console.log(`| a change of an account; with its event | ${without.toFixed(2)}; ${withEvent.toFixed(2)} ms |`);
console.log(`| its position, without webhooks | ${perEvent.toFixed(2)} ms |`);
console.log(`| ${EVENTS * WEBHOOKS} deliveries are queued | ${(fanOutMs / 1000).toFixed(1)} s |`);
console.log(`| ${wanted} are accepted, ${DEAD} of ${WEBHOOKS} webhooks are dead | ${seconds.toFixed(1)} s |`);
console.log(`| deliveries a second | ${(wanted / seconds).toFixed(0)} |`);
console.log(`| CPU time of a delivery | ${((user + system) / 1000 / wanted).toFixed(2)} ms |`);
await closeServices(services);
rmSync(folder, { recursive: true });
