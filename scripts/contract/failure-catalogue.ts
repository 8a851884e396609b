import * as z from "zod";
import { SourceError } from "./source-error.js";

const Failure = z.strictObject({
  status: z.int().min(400).max(599),
  /** The message in the envelope of its example. */
  message: z.string(),
  /** One sentence for readers of a response. */
  description: z.string(),
  /** How clients should react. It becomes the entry in `x-enumDescriptions` of the schema ErrorCode. */
  explanation: z.string(),
  /** When it occurs, unless the operation's `x-errors` says so. The text continues a sentence. */
  when: z.string().optional(),
  /** The field errors of its example. */
  errors: z.record(z.string(), z.array(z.string())).optional(),
});

/** Error code → its description in openapi/v1/components/failures.yaml. */
export const Catalogue = z.record(z.string().regex(/^[a-z_]+$/), Failure);
export type Catalogue = z.infer<typeof Catalogue>;

/** Validates the catalogue. @throws SourceError that lists every mistake */
export function catalogueOf(source: unknown): Catalogue {
  const { data, error } = Catalogue.safeParse(source);
  if (data) return data;
  throw new SourceError(
    error.issues.map(({ path, message }) => `components/failures.yaml: ${path.join(".")}: ${message}`),
  );
}

const OwnFailure = z.strictObject({
  when: z.string(),
  /** Replaces the message of the example. */
  message: z.string().optional(),
  description: z.string().optional(),
  errors: z.record(z.string(), z.array(z.string())).optional(),
});
export type OwnFailure = z.infer<typeof OwnFailure>;

/**
 * `x-errors` of an operation: code → when it occurs, optionally with a description, and the message and the
 * field errors of an example.
 */
export const OwnFailures = z.record(
  z.string(),
  z.union([z.string().transform((when): OwnFailure => ({ when })), OwnFailure]),
);
