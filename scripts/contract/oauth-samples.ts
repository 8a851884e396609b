import type { OpenApiDocument, OperationObject } from "../../src/contract/document.js";
import { METHODS } from "../../src/contract/operations.js";
import { SAMPLE_ORIGIN } from "../../src/contract/published.js";

interface Form {
  examples: Record<string, { value: Record<string, string> }>;
}
interface Sample {
  lang: string;
  label: string;
  source: string;
}

/** Adds a sample for curl to each operation for programs: one for each example of its form. */
export function addSamples<Document extends Pick<OpenApiDocument, "paths">>(document: Document): Document {
  for (const [path, item] of Object.entries(document.paths))
    for (const method of METHODS) {
      const operation = item[method];
      if (operation && !operation["x-page"]) operation["x-codeSamples"] = samplesOf(path, operation);
    }
  return document;
}

function samplesOf(path: string, { requestBody }: OperationObject): Sample[] {
  const url = `'${SAMPLE_ORIGIN}${path}'`;
  const form = requestBody?.content["application/x-www-form-urlencoded"] as unknown as Form | undefined;
  if (!form) return [{ lang: "Shell", label: "curl", source: `curl ${url}` }];
  return Object.entries(form.examples).map(([label, { value }]) => ({
    lang: "Shell",
    label,
    source: [`curl ${url}`, ...credentialsFor(value), ...fieldsOf(value)].join(" \\\n  "),
  }));
}

/** A client that doesn't name itself in the form authenticates with Basic. */
const credentialsFor = (form: Record<string, string>): string[] =>
  "client_id" in form ? [] : ["--user 'CLIENT_ID:CLIENT_SECRET'"];

const fieldsOf = (form: Record<string, string>): string[] =>
  Object.entries(form).map(([name, value]) => `--data-urlencode '${name}=${value}'`);
