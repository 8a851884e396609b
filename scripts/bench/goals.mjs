// The goals of the comparison with other servers, and what a run of the harness has measured.
import { readFileSync } from "node:fs";

const cpu = (request, peer) => (rows) => rows[`authdock/${request}`]?.cpu_ratios[peer];
const share = (value) => (rows) => rows["authdock/me"]?.[value] / rows["express-eov/ping"]?.[value];

/** How many times cheaper a request is than that of another server. `atMost`: lower is better. */
const GOALS = [
  { what: "`me`, relative to Fastify by hand", must: 0.75, aim: 1, measure: cpu("me", "fastify-by-hand/me") },
  {
    what: "`users`, 25 rows, relative to Fastify by hand",
    must: 0.8,
    aim: 1,
    measure: cpu("users", "fastify-by-hand/users"),
  },
  { what: "`me`, relative to express + EOV", must: 2, aim: 3, measure: cpu("me", "express-eov/ping") },
  {
    what: "`me`, relative to better-auth",
    must: 12,
    aim: 20,
    measure: cpu("me", "better-auth/get-session"),
  },
  { what: "`me`, relative to AdonisJS", must: 7, aim: 10, measure: cpu("me", "adonisjs/me") },
  { what: "`me`, relative to NestJS", must: 10, aim: 15, measure: cpu("me", "nestjs-typeorm/me") },
  {
    what: "start-up time, relative to express + EOV",
    must: 1.5,
    aim: 0.9,
    atMost: true,
    measure: share("startup_ms"),
  },
  {
    what: "memory after load, relative to express + EOV",
    must: 1.3,
    aim: 1,
    atMost: true,
    measure: share("rss_mb"),
  },
];

export const PEERS = [
  "express-eov/ping",
  "fastify-by-hand/me",
  "fastify-by-hand/users",
  "better-auth/get-session",
  "adonisjs/me",
  "nestjs-typeorm/me",
];

/** Prints the goals as a table. @param file the results of the harness */
export function printGoals(file) {
  const { rows } = JSON.parse(readFileSync(file, "utf8"));
  const byName = Object.fromEntries(rows.map((row) => [`${row.target}/${row.request}`, row]));
  console.log("\n| what | must | aim | measured | |\n|---|---|---|---|---|");
  for (const { what, must, aim, atMost, measure } of GOALS) {
    const value = measure(byName);
    const reaches = (goal) => (atMost ? value <= goal : value >= goal);
    const verdict = reaches(aim) ? "aim" : reaches(must) ? "must" : "missed";
    const measured = Number.isFinite(value) ? [value.toFixed(2), verdict] : ["not measured", ""];
    console.log(`| ${what} | ${atMost ? "≤ " : ""}${must} | ${aim} | ${measured.join(" | ")} |`);
  }
}
