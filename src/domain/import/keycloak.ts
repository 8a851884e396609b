import * as z from "zod";
import { phc } from "../../lib/passwords/imported-hashes.js";
import { RowRejected } from "./imported-person.js";

const SECRET = z.object({ value: z.base64(), salt: z.base64() });
const numbers = z.array(z.string().regex(/^\d+$/)).min(1);
const DATA = z.object({
  hashIterations: z.number().int().positive(),
  algorithm: z.string(),
  additionalParameters: z
    .object({
      memory: numbers,
      parallelism: numbers,
      type: z.array(z.string()),
      version: z.array(z.string()),
    })
    .partial()
    .optional(),
});
const CREDENTIALS = z.array(
  z.looseObject({
    type: z.string(),
    secretData: z.string().optional(),
    credentialData: z.string().optional(),
  }),
);

/**
 * The hash of the password among the credentials of a user; null without one.
 * @throws RowRejected for a credential in another form
 */
export function keycloakHash(credentials: unknown): string | null {
  if (credentials === undefined || credentials === null) return null;
  const password = CREDENTIALS.safeParse(credentials).data?.find(({ type }) => type === "password");
  if (password === undefined) return null;
  const [secret, data] = [
    SECRET.safeParse(json(password.secretData)),
    DATA.safeParse(json(password.credentialData)),
  ];
  if (!secret.success || !data.success) throw new RowRejected("The password of Keycloak can't be read.");
  return hashOf(secret.data, data.data);
}

function hashOf(secret: z.infer<typeof SECRET>, data: z.infer<typeof DATA>): string {
  const { hashIterations: iterations, algorithm, additionalParameters: more = {} } = data;
  const bytes = { salt: Buffer.from(secret.salt, "base64"), hash: Buffer.from(secret.value, "base64") };
  if (algorithm === "argon2") {
    if (more.type?.[0] !== "id" || more.version?.[0] !== "1.3")
      throw new RowRejected("Only Argon2id in version 1.3 is supported.");
    const [memory, parallelism] = [Number(more.memory?.[0]), Number(more.parallelism?.[0])];
    return phc("argon2id", { m: memory, t: iterations, p: parallelism }, bytes);
  }
  // "pbkdf2" is the one with SHA-1
  const digest = /^pbkdf2(?:-sha(256|512))?$/.exec(algorithm);
  if (digest === null) throw new RowRejected(`The algorithm ${algorithm} isn't supported.`);
  return phc(`pbkdf2-sha${digest[1] ?? "1"}`, { i: iterations }, bytes);
}

function json(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? "null");
  } catch {
    return null;
  }
}
