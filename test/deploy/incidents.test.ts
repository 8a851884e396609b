import { readdirSync, readFileSync } from "node:fs";
import { expect } from "chai";
import { PersonalAccessToken } from "../../src/models/personal-access-token.js";
import { runCli } from "../support/app/command-line.js";
import { useWorld } from "../support/app/world.js";

const GUIDE = readFileSync("docs/incidents.md", "utf8").replaceAll(/\n +/g, " ");
const SOURCES = readdirSync("src", { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".ts") && !name.startsWith("generated"))
  .map((name) => readFileSync(`src/${name}`, "utf8"));
const isInSource = (text: string): boolean => SOURCES.some((source) => source.includes(text));

/** The sentences about servers name the server. */
const isPartOfTemplate = (text: string): boolean =>
  SERVERS.some((server) => isInSource(`"${server}"`) && isInSource(text.replace(server, "${this.server}")));
const SERVERS = ["the database", "Redis"];

/** The quoted texts after a word, up to the explanation. */
const quotedAfter = (word: string): string[] =>
  [...GUIDE.matchAll(new RegExp(`\\b${word}: (\`[^\`]+\`(?: or \`[^\`]+\`)*)`, "g"))].flatMap(([, list]) =>
    [...list!.matchAll(/`([^`]+)`/g)].map(([, text]) => text!),
  );

describe("docs/incidents.md", () => {
  it("quotes log lines that the service writes", () => {
    const quoted = quotedAfter("Log");
    expect(quoted).to.have.length.of.at.least(15);
    const isLogged = (text: string): boolean => isInSource(`"${text}"`) || isPartOfTemplate(text);
    expect(quoted.filter((text) => !isLogged(text))).to.deep.equal([]);
  });

  it("quotes what the service prints when it doesn't start", () => {
    const quoted = quotedAfter("Prints").filter((text) => text !== "EADDRINUSE"); // of Node.js
    expect(quoted).to.have.length.of.at.least(2);
    expect(quoted.filter((text) => !isInSource(text))).to.deep.equal([]);
  });

  it("names metrics that exist", () => {
    for (const [, metric] of GUIDE.matchAll(/`(authdock_\w+)`/g))
      expect(isInSource(`"${metric!}"`), metric).to.equal(true);
  });
});

describe("The commands of docs/incidents.md", () => {
  const world = useWorld();
  const commands = new Set([...GUIDE.matchAll(/`authdock ([a-z][^`]*)`/g)].map(([, command]) => command!));

  /** What the command is about, by its placeholder. */
  async function target(command: string): Promise<string> {
    if (command.includes("<email>")) return "new.administrator@example.test";
    const user = await world.make.user({ role: "system_admin" });
    if (command.startsWith("user reset-2fa")) await world.make.twoFactor(user);
    if (command.startsWith("user restore"))
      await world.services.knex("users").where({ id: user.id }).update({ deleted_at: Date.now() });
    if (!command.includes("<id>")) return user.id;
    await world.make.token(user, { name: "Leaked" });
    const [token] = (await PersonalAccessToken.query(world.services.knex)) as [PersonalAccessToken];
    return token.id;
  }
  const cli = (...parameters: string[]) => runCli(world.services, parameters);

  it("are more than ten", () => {
    expect(commands.size).to.be.greaterThan(10);
  });

  for (const command of commands)
    it(`work: authdock ${command}`, async () => {
      await world.make.user({ role: "system_admin" }); // the last one can't be banned
      const found = /<\w+>/.test(command) ? await target(command) : "";
      const { code, errors, output } = await cli(...command.replace(/<\w+>/, found).split(" "));
      expect(errors).to.equal("");
      // doctor exits with 1 when it finds something
      expect(code, output).to.be.oneOf(command.startsWith("doctor") ? [0, 1] : [0]);
    });
});
