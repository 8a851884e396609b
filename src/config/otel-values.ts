import * as z from "zod";
import { SAMPLERS } from "../lib/telemetry/tracer-provider.js";

/** `name=value,name=value`, with values percent-encoded, as OpenTelemetry writes lists. */
export const keyValues = z
  .string()
  .transform((text) => text.split(",").map((pair) => /^([^=]+)=(.*)$/s.exec(pair.trim())))
  .refine((pairs) => pairs.every(Boolean))
  .transform((pairs) =>
    Object.fromEntries(pairs.map((pair) => [pair![1]!.trim(), decoded(pair![2]!.trim())])),
  );

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

export const sampler = z.enum(SAMPLERS);
export const ratio = z
  .string()
  .regex(/^(\d+(\.\d+)?|\.\d+)$/)
  .transform(Number)
  .pipe(z.number().max(1));
