import { mkdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { ClientContext } from "../context.js";
import { pythonMissing, virtualEnvironment } from "../python.js";
import { ACCEPT_NEW_FIELDS, ACCEPT_NEW_VALUES, openapiGenerator } from "./openapi-generator.js";
import type { Tool } from "./tools.js";

/** The journeys, one folder for each client that can be called. */
export const JOURNEYS = resolve("clients/generated");
/** Copies of the journeys with the generated clients. */
export const WORK = resolve("var/clients/generated");

export type Run = (program: string, ...parameters: string[]) => Promise<string>;

export interface Language {
  tools: Tool[];
  missing?: () => string | null;
  /** Generates the client into a folder. */
  generate: (context: ClientContext, output: string, run: Run) => Promise<void>;
  /** The folder of the generated client inside the copy of the journey. */
  output: string;
  /** Why the client is only generated. */
  onlyGenerated?: string;
  /** Whether the client or the server is compiled, but not called. */
  onlyCompiled?: true;
  /** Compiles the client and calls the service. The working directory is the copy of the journey. */
  call?: (run: Run, context: ClientContext) => Promise<string>;
}

/** A target of openapi-generator. */
const target = (generator: string, properties: string[] = []): Pick<Language, "generate"> => ({
  generate: (context, output) => openapiGenerator(context, generator, output, properties),
});

/** The Java client with another library, whose calls have the same form. */
const javaOnlyCompiled = (library: string): Language => ({
  ...target("java", [`library=${library}`, ACCEPT_NEW_FIELDS, ACCEPT_NEW_VALUES]),
  tools: ["java", "mvn"],
  output: "client",
  onlyCompiled: true,
  call: (run) => run("mvn", "-q", "-B", "-f", "client", "compile"),
});

/** A generator in Go, which compiles with the packages of the `go.mod` beside it. */
const compiledInGo = (tool: string, options: (output: string, document: string) => string[]): Language => ({
  tools: ["go"],
  output: "authdock",
  onlyCompiled: true,
  generate: async ({ document }, output, run) => {
    mkdirSync(output, { recursive: true });
    await run("go", "tool", tool, ...options(output, document));
  },
  call: (run) => run("go", "vet", "./..."),
});

export const LANGUAGES: Record<string, Language> = {
  python: {
    ...target("python"),
    tools: ["java", "mvn"],
    missing: pythonMissing,
    output: "client",
    call: async (run, context) => {
      const bin = await virtualEnvironment(context, join(JOURNEYS, "python"));
      return run("env", "PYTHONPATH=client", join(bin, "python"), "journey.py");
    },
  },
  go: {
    ...target("go", ["packageName=authdock", "withGoMod=false", ACCEPT_NEW_FIELDS]),
    tools: ["java", "mvn", "go"],
    output: "authdock",
    call: async (run) => {
      await run("go", "vet", "./...");
      return run("go", "run", ".");
    },
  },
  java: {
    ...target("java", [ACCEPT_NEW_FIELDS, ACCEPT_NEW_VALUES]),
    tools: ["java", "mvn"],
    output: "client",
    call: async (run) => {
      const classpath = "target/classpath";
      const plugin = "org.apache.maven.plugins:maven-dependency-plugin:3.8.1:build-classpath";
      await run("mvn", "-q", "-B", "-f", "client", "compile", plugin, `-Dmdep.outputFile=${classpath}`);
      const libraries = readFileSync(join(WORK, "java/client", classpath), "utf8");
      return run("java", "-cp", `client/target/classes:${libraries}`, "Journey.java");
    },
  },
  "java-native": javaOnlyCompiled("native"),
  "java-restclient": javaOnlyCompiled("restclient"),
  kotlin: {
    // the default names of the two directions of a sort order, such as `id` and `-id`, are the same
    ...target("kotlin", ["enumPropertyNaming=UPPERCASE", "omitGradleWrapper=true"]),
    tools: ["java", "mvn"],
    output: "client",
    onlyCompiled: true,
    call: (run) => run("mvn", "-q", "-B", "compile"),
  },
  ruby: {
    ...target("ruby"),
    tools: ["java", "mvn", "ruby"],
    output: "client",
    call: (run) => run("ruby", "journey.rb"),
  },
  "typescript-axios": {
    ...target("typescript-axios", ["importFileExtension=.js"]),
    tools: ["java", "mvn"],
    output: "client",
    call: async (run) => {
      await run("npm", "ci", "--ignore-scripts", "--silent");
      await run(process.execPath, resolve("node_modules/typescript/bin/tsc"), "-p", ".");
      return run(process.execPath, "--import", "tsx", "journey.ts");
    },
  },
  "typescript-fetch": {
    ...target("typescript-fetch", ["importFileExtension=.js"]),
    tools: ["java", "mvn"],
    output: "client",
    call: async (run) => {
      await run(process.execPath, resolve("node_modules/typescript/bin/tsc"), "-p", ".");
      return run(process.execPath, "--import", "tsx", "journey.ts");
    },
  },
  csharp: {
    ...target("csharp"),
    tools: ["java", "mvn"],
    output: "client",
    onlyGenerated: "Debian has no .NET SDK",
  },
  php: {
    ...target("php", [ACCEPT_NEW_VALUES]),
    tools: ["java", "mvn", "php", "guzzle"],
    output: "client",
    call: (run) => run("php", "journey.php"),
  },
  rust: {
    ...target("rust", ["packageVersion=0.0.0"]),
    tools: ["java", "mvn", "cargo"],
    output: "client",
    call: (run) => run("cargo", "run", "--quiet", "--locked", "--target-dir", join(WORK, "rust-target")),
  },
  "oapi-codegen": {
    tools: ["go"],
    output: "authdock",
    generate: async ({ document }, output, run) => {
      mkdirSync(output, { recursive: true });
      const options = ["-generate", "types,client,skip-prune", "-package", "authdock"];
      await run("go", "tool", "oapi-codegen", ...options, "-o", join(output, "client.gen.go"), document);
    },
    call: async (run) => {
      await run("go", "vet", "./...");
      return run("go", "run", ".");
    },
  },
  "oapi-codegen-server": compiledInGo("oapi-codegen", (output, document) => [
    ...["-generate", "types,std-http,strict-server,skip-prune", "-package", "authdock"],
    ...["-o", join(output, "server.gen.go"), document],
  ]),
  ogen: compiledInGo("ogen", (output, document) => [
    ...["--target", output, "--package", "authdock", "--clean", "--loglevel", "error", document],
  ]),
};
