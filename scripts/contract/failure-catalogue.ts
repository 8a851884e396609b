import { z } from "zod";
import { SourceError } from "./source-error.js";

const Failure = z.strictObject({
  status: z.int().min(400).max(599),
  /** What the envelope of its example says. */
  message: z.string(),
  /** One sentence for readers of a response. */
  description: z.string(),
  /** What programs and their authors do about it; `x-enumDescriptions` of the schema ErrorCode. */
  explanation: z.string(),
  /** When an operation answers with it, unless the operation says so itself; the end of a sentence. */
  when: z.string().optional(),
  /** The field errors of its example. */
  errors: z.record(z.string(), z.array(z.string())).optional(),
});

/** Error code → what the contract says about it: openapi/v1/components/failures.yaml. */
export const Catalogue = z.record(z.string().regex(/^[a-z_]+$/), Failure);
export type Catalogue = z.infer<typeof Catalogue>;

/** @throws SourceError */
export function catalogueOf(source: unknown): Catalogue {
  const { data, error } = Catalogue.safeParse(source);
  if (data) return data;
  throw new SourceError(
    error.issues.map(({ path, message }) => `components/failures.yaml: ${path.join(".")}: ${message}`),
  );
}

const OwnFailure = z.strictObject({
  when: z.string(),
  description: z.string().optional(),
  errors: z.record(z.string(), z.array(z.string())).optional(),
});
export type OwnFailure = z.infer<typeof OwnFailure>;

/** `x-errors` of an operation: code → when it occurs, or that with the field errors of an example. */
export const OwnFailures = z.record(
  z.string(),
  z.union([z.string().transform((when): OwnFailure => ({ when })), OwnFailure]),
);
