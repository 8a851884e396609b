import * as z from "zod";
import { text } from "../../../texts/translate.js";
import { jsonIn } from "../../../lib/text/json.js";
import { phc } from "../../../lib/passwords/imported-hashes.js";
import type { ImportedPerson } from "./imported-person.js";
import { identitiesIn } from "./roles-and-identities.js";
import { readPasskeys, type RawPasskey } from "./former-passkeys.js";
import { carriedFactor, isUsualCode, totpKey, totpKeyOf } from "./second-factors.js";
import { RowRejected, type SourceRow } from "./source-row.js";

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
  z.looseObject({ type: z.string(), secretData: z.unknown(), credentialData: z.unknown() }),
);
type Credential = z.infer<typeof CREDENTIALS>[number];
/** `WebAuthnCredentialData`. */
const PASSKEY_DATA = z.record(z.string(), z.unknown());
const OTP_SECRET = z.object({ value: z.string() });
const OTP = z.object({
  subType: z.literal("totp"),
  digits: z.number(),
  period: z.number(),
  algorithm: z.string(),
  /** Without one, the text itself is the key. */
  secretEncoding: z
    .string()
    .regex(/^base32$/i)
    .nullish(),
});
const IDENTITIES = z.array(z.looseObject({}));
const CLIENT_ROLES = z.record(z.string(), z.array(z.string()));
const TEXTS = z.array(z.string());
/**
 * `webauthn` is asked for beside the password only: the export doesn't say whether the authenticator verifies its user and
 * offers the credential by itself, as a passkey does.
 */
const FACTORS = ["otp", "webauthn"];
const PASSKEY = "webauthn-passwordless";
/** Roles that every account has. */
const DEFAULT_ROLES = /^(default-roles-.*|offline_access|uma_authorization)$/;
const SETUP_ACTIONS = ["CONFIGURE_TOTP", "webauthn-register", "webauthn-register-passwordless"];

type OfKeycloak = Pick<
  ImportedPerson,
  | "isEmailVerified"
  | "isActive"
  | "mustChangePassword"
  | "formerRoles"
  | "formerIdentities"
  | "totpKey"
  | "recoveryCodes"
  | "passkeys"
  | "lost"
>;

/**
 * What Keycloak stores differently. A second factor that must be set up there must be here, too.
 * @throws RowRejected for a value in another form
 */
export function keycloakPerson(row: SourceRow): OfKeycloak {
  const credentials = read(CREDENTIALS, row, "credentials");
  const actions = read(TEXTS, row, "requiredActions");
  const isFactorDue = actions.some((action) => SETUP_ACTIONS.includes(action));
  const realmRoles = read(TEXTS, row, "realmRoles").filter((role) => !DEFAULT_ROLES.test(role));
  const clientRoles = CLIENT_ROLES.safeParse(row.value("clientRoles") ?? {});
  if (!clientRoles.success) throw new RowRejected(text("import.row.unreadable", { field: "clientRoles" }));
  const factors = credentials.filter(({ type }) => FACTORS.includes(type));
  const hasHashedCodes = credentials.some(({ type }) => type === "recovery-authn-codes");
  const keys = factors.flatMap((credential) => otpKey(credential) ?? []);
  const factor = { key: keys[0] ?? null, hasHashedCodes, hasOthers: factors.length > 1 };
  const { lost, ...carried } = carriedFactor(
    factors.length > 0 || hasHashedCodes || isFactorDue ? factor : null,
  );
  const passkeys = readPasskeys(credentials.filter(({ type }) => type === PASSKEY).map(passkeyOf));
  return {
    isEmailVerified: row.isTrue("emailVerified"),
    isActive: row.value("enabled") === undefined || row.isTrue("enabled"),
    mustChangePassword: actions.includes("UPDATE_PASSWORD"),
    formerRoles: [
      ...realmRoles,
      ...Object.entries(clientRoles.data).flatMap(([client, roles]) =>
        roles.map((role) => `${client}:${role}`),
      ),
      ...read(TEXTS, row, "groups"),
    ],
    formerIdentities: identitiesIn(read(IDENTITIES, row, "federatedIdentities")),
    ...{ ...carried, ...passkeys, lost: [...lost, ...passkeys.lost] },
  };
}

/** The key of an authenticator app that this service can use, as `OTPCredentialModel` stores it. */
function otpKey({ type, secretData, credentialData }: Credential): string | null {
  const [secret, data] = [OTP_SECRET.safeParse(json(secretData)), OTP.safeParse(json(credentialData))];
  if (type !== "otp" || !secret.success || !data.success || !isUsualCode(data.data)) return null;
  const { value } = secret.data;
  return data.data.secretEncoding ? totpKey(value) : totpKeyOf(Buffer.from(value));
}

/** `WebAuthnCredentialProvider`: the id in Base64, the COSE key in its form for URLs (`CredentialPublicKeyConverter`). */
function passkeyOf({ credentialData, userLabel }: Credential): RawPasskey {
  const { data = {} } = PASSKEY_DATA.safeParse(json(credentialData));
  const { credentialId, credentialPublicKey, counter, aaguid, transports } = data;
  return {
    ...{ id: credentialId, publicKey: credentialPublicKey, name: userLabel },
    ...{ counter, aaguid, transports },
  };
}

function read<T>(schema: z.ZodType<T[]>, row: SourceRow, name: string): T[] {
  const value = row.value(name);
  if (value === undefined || value === null) return [];
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw new RowRejected(text("import.row.unreadable", { field: name }));
  return parsed.data;
}

/** @throws RowRejected for a credential in another form */
export function keycloakHash(row: SourceRow): string | null {
  const password = read(CREDENTIALS, row, "credentials").find(({ type }) => type === "password");
  if (password === undefined) return null;
  const secret = SECRET.safeParse(json(password.secretData));
  const data = DATA.safeParse(json(password.credentialData));
  if (!secret.success || !data.success) throw new RowRejected(text("import.row.keycloak_password"));
  return hashOf(secret.data, data.data);
}

function hashOf(secret: z.infer<typeof SECRET>, data: z.infer<typeof DATA>): string {
  const { hashIterations: iterations, algorithm, additionalParameters: more = {} } = data;
  const bytes = { salt: Buffer.from(secret.salt, "base64"), hash: Buffer.from(secret.value, "base64") };
  if (algorithm === "argon2") {
    if (more.type?.[0] !== "id" || more.version?.[0] !== "1.3")
      throw new RowRejected(text("import.row.argon2"));
    const [memory, parallelism] = [Number(more.memory?.[0]), Number(more.parallelism?.[0])];
    return phc("argon2id", { m: memory, t: iterations, p: parallelism }, bytes);
  }
  // "pbkdf2" is the one with SHA-1
  const digest = /^pbkdf2(?:-sha(256|512))?$/.exec(algorithm);
  if (digest === null)
    throw new RowRejected(text("import.row.hash_kind", { field: "algorithm", kind: algorithm }));
  return phc(`pbkdf2-sha${digest[1] ?? "1"}`, { i: iterations }, bytes);
}

/** The export has JSON as text; some tools make objects of it. */
const json = (value: unknown): unknown => (typeof value === "string" ? jsonIn(value) : value);
