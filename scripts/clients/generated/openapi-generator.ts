import { createHash } from "node:crypto";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { step, StepFailed, type ClientContext } from "../context.js";

const VERSION = "7.25.0";
const SHA256 = "41ce4f6b07f196676439d710759fa1ced7a08066d06ff1bf314681470289efae";
const FOLDER = resolve("var/clients/generated");
const JAR = join(FOLDER, `openapi-generator-cli-${VERSION}.jar`);
const COPY = "org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy";

/** Documentation and tests of the generated code, which no journey needs. */
const LEFT_OUT = "apiDocs=false,modelDocs=false,apiTests=false,modelTests=false";

/** The property of generators that otherwise make clients that reject fields of later versions of the API. */
export const ACCEPT_NEW_FIELDS = "disallowAdditionalPropertiesIfNotPresent=false";

/** The property of generators that otherwise make clients that reject error codes of later versions of the API. */
export const ACCEPT_NEW_VALUES = "enumUnknownDefaultCase=true";

/** Generates a client with openapi-generator into a folder, which is emptied first. */
export async function openapiGenerator(
  context: ClientContext,
  generator: string,
  output: string,
  properties: string[] = [],
): Promise<void> {
  await download(context);
  rmSync(output, { recursive: true, force: true });
  const open = properties.includes(ACCEPT_NEW_FIELDS);
  const document = open ? withoutClosedSchemas(context.document, `${output}.openapi.json`) : context.document;
  const options = ["-i", document, "-g", generator, "-o", output, "--global-property", LEFT_OUT];
  if (properties.length > 0) options.push("--additional-properties", properties.join(","));
  await step(context, "java", ["-jar", JAR, "generate", ...options]);
}

/** Downloads openapi-generator from Maven Central, unless the file is there, and checks it in any case. */
async function download(context: ClientContext): Promise<void> {
  if (!existsSync(JAR)) {
    const artifact = `org.openapitools:openapi-generator-cli:${VERSION}`;
    await step(context, "mvn", ["-q", "-B", COPY, `-Dartifact=${artifact}`, `-DoutputDirectory=${FOLDER}`]);
  }
  const digest = createHash("sha256").update(readFileSync(JAR)).digest("hex");
  if (digest !== SHA256) throw new StepFailed(`${JAR} has the SHA-256 ${digest} instead of ${SHA256}.`);
}

/** Writes a copy of the document without `additionalProperties: false`, as docs/clients.md does with jq. @returns its path */
function withoutClosedSchemas(document: string, copy: string): string {
  const reviver = (key: string, value: unknown): unknown =>
    key === "additionalProperties" && value === false ? undefined : value;
  writeFileSync(copy, JSON.stringify(JSON.parse(readFileSync(document, "utf8"), reviver)));
  return copy;
}
