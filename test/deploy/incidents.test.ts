import { readdirSync, readFileSync } from "node:fs";
import { expect } from "chai";
import type { CommandLine } from "../../src/cli/command-line.js";
import { createProgram } from "../../src/cli/program.js";

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

  it("names metrics and commands that exist", () => {
    for (const [, metric] of GUIDE.matchAll(/`(authdock_\w+)`/g))
      expect(isInSource(`"${metric!}"`), metric).to.equal(true);
    const program = createProgram({ terminal: {} } as CommandLine);
    const commands = [...GUIDE.matchAll(/`authdock ([a-z][^`]*)`/g)].map(([, command]) =>
      command!.split(" "),
    );
    expect(commands).to.have.length.greaterThan(10);
    for (const [group, name] of commands) {
      const found = program.commands.find((one) => one.name() === group);
      expect(found, group).not.to.equal(undefined);
      if (found!.commands.length === 0) continue;
      const own = found!.commands.flatMap((one) => [one.name(), ...one.aliases()]);
      if (name !== undefined) expect(own).to.include(name);
    }
  });
});
