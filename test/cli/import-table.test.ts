import { readFileSync, writeFileSync } from "node:fs";
import { expect } from "chai";
import { createGuardrails, generate } from "otplib";
import { runCli } from "../support/app/command-line.js";
import {
  EXPORT_PASSWORD,
  EXPORT_PASSWORDS,
  exportFile,
  EXPORTS,
  type Export,
} from "../support/app/import-exports.js";
import { useWorld } from "../support/app/world.js";
import { User } from "../../src/models/user.js";
import { ACTIVE } from "../../src/domain/accounts/account-status.js";

const PAGE = "docs/moving-in.md";
const HEADINGS = ["system", "form", "accepted", "signs in", "upgraded", "factor works", "lost"];
const BOUNDS = /(<!-- table of exports -->\n)[^]*(\n<!-- end of the table -->)/;

/** Some applications have keys of 80 bits. */
const guardrails = createGuardrails({ MIN_SECRET_BYTES: 10 });

/** `npm run import:table` writes the table into the page. */
const isWritten = process.env["IMPORT_TABLE"] === "write";

describe("The table of exports", function () {
  this.timeout(120_000);
  const world = useWorld();
  const rows: string[][] = [];

  /** Signs in with the password, and with a code if the account asks for one. */
  async function signsIn(email: string, secret: string | undefined): Promise<"yes" | "with factor" | "no"> {
    const password = EXPORT_PASSWORDS[email] ?? EXPORT_PASSWORD;
    const { status, body } = await world.api.post("/auth/login", { email, password });
    if (status !== 200) return "no";
    if (body.data.challenge === undefined) return "yes";
    if (secret === undefined) return "no";
    const answer = { challenge: body.data.challenge as string, code: await generate({ secret, guardrails }) };
    return (await world.api.post("/auth/two-factor-challenge", answer)).status === 200 ? "with factor" : "no";
  }

  async function rowOf({ system, form, from, file, options, factors }: Export): Promise<string[]> {
    const parameters = ["import", "users", exportFile(file), "--from", from, ...options, "--json"];
    const { output, errors } = await runCli(world.services, parameters);
    expect(errors).to.equal("");
    const result = JSON.parse(output);
    const users = await User.query(world.services.knex).where({ status: ACTIVE }).whereNotNull("password");
    const outcomes = [];
    for (const { email } of users) outcomes.push(await signsIn(email, factors[email]));
    const upgraded = await User.query(world.services.knex)
      .whereIn(
        "id",
        users.map(({ id }) => id),
      )
      .where({ password_imported: false });
    const signedIn = outcomes.filter((outcome) => outcome !== "no");
    const withFactor = outcomes.filter((outcome) => outcome === "with factor");
    const factored = users.filter(({ email }) => factors[email] !== undefined);
    const of = (count: number, total: number): string => (total === 0 ? "–" : `${count} of ${total}`);
    return [
      ...[system, form, of(result.created, result.created + result.exists + result.refused)],
      ...[of(signedIn.length, users.length), of(upgraded.length, users.length)],
      of(withFactor.length, factored.length),
      lostOf(result),
    ];
  }

  for (const one of EXPORTS)
    it(`has ${one.system}, ${one.form}`, async () => {
      rows.push(await rowOf(one));
    });

  it("is the one of the documentation", () => {
    const line = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
    const table = [line(HEADINGS), line(HEADINGS.map(() => "---")), ...rows.map(line)].join("\n");
    const page = readFileSync(PAGE, "utf8");
    if (isWritten) writeFileSync(PAGE, page.replace(BOUNDS, `$1\n${table}\n$2`));
    else expect(plain(page), "npm run import:table").to.contain(plain(table));
  });
});

/** Without what the formatter adds. */
const plain = (text: string): string => text.replaceAll(/-{3,}/g, "---").replaceAll(/ {2,}/g, " ");

interface Result {
  carried: Record<string, { in_file: number; carried: number }>;
  unread_fields: Record<string, number>;
  refused_rows: { reason: string }[];
}

function lostOf({ carried, unread_fields: unread, refused_rows: refused }: Result): string {
  const lost = Object.entries(carried).filter(([, { in_file, carried: count }]) => count < in_file);
  return [
    ...lost.map(([name, { in_file, carried: count }]) => `${name}: ${in_file - count}`),
    ...(Object.keys(unread).length > 0 ? [`fields: ${Object.keys(unread).join(", ")}`] : []),
    ...new Set(refused.map(({ reason }) => `refused: ${reason}`)),
  ].join("; ");
}
