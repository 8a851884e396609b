import * as z from "zod";
import { isObject, jsonIn } from "../../../lib/text/json.js";
import type { FormerPasskey } from "../../passkeys/imported-passkeys.js";
import { MAX_NAME_LENGTH } from "../../passkeys/names.js";
import { MAX_PASSKEYS } from "../../passkeys/registration.js";
import { UNPRINTABLE } from "../../settings/setting-kinds.js";
import type { ImportedPerson } from "./imported-person.js";
import type { SourceRow } from "./source-row.js";
import { textsIn } from "./roles-and-identities.js";

/** A passkey under the names of WebAuthn, with the values of the application. */
export interface RawPasskey {
  id: unknown;
  /** A COSE key. */
  publicKey: unknown;
  counter?: unknown;
  name?: unknown;
  /** A UUID, or its bytes. */
  aaguid?: unknown;
  transports?: unknown;
  canBackUp?: unknown;
  isBackedUp?: unknown;
  domain?: unknown;
}

/** Base64 of either alphabet, as the columns can hold it. */
const bytes = (longest: number) =>
  z
    .string()
    .regex(/^[\w+/-]+={0,2}$/)
    .transform((text) => Buffer.from(text, "base64"))
    .refine((value) => value.length <= longest);
const flag = z.union([z.boolean(), z.literal([0, 1]).transform(Boolean)]).catch(false);
const NO_AAGUID = "00000000-0000-0000-0000-000000000000";
const TRANSPORTS = ["ble", "cable", "hybrid", "internal", "nfc", "smart-card", "usb"];

const PASSKEY = z.object({
  id: bytes(1023),
  publicKey: bytes(4096),
  counter: z.coerce
    .number()
    .int()
    .min(0)
    .max(2 ** 32 - 1)
    .catch(0),
  name: z
    .string()
    .trim()
    .min(1)
    .max(MAX_NAME_LENGTH)
    .refine((name) => !UNPRINTABLE.test(name))
    .nullable()
    .catch(null),
  aaguid: z.string().transform(aaguidIn).catch(NO_AAGUID),
  transports: z
    .unknown()
    .optional()
    .transform((value) => textsIn(value).filter((transport) => TRANSPORTS.includes(transport))),
  canBackUp: flag,
  isBackedUp: flag,
  domain: z.string().min(1).nullable().catch(null),
});

/** It has the form of a UUID, but seldom the bits that say which kind of UUID it is. */
function aaguidIn(text: string): string {
  if (/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)) return text.toLowerCase();
  const digits = Buffer.from(text, "base64").toString("hex");
  if (digits.length !== 32) return NO_AAGUID;
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

/** What of the passkeys can be read. More than an account can have are lost. */
export function readPasskeys(raw: readonly RawPasskey[]): Pick<ImportedPerson, "passkeys" | "lost"> {
  const passkeys = raw.flatMap((one) => passkeyIn(one) ?? []).slice(0, MAX_PASSKEYS);
  return { passkeys, lost: passkeys.length < raw.length ? ["passkeys"] : [] };
}

function passkeyIn(raw: RawPasskey): FormerPasskey | null {
  const { data } = PASSKEY.safeParse(raw);
  if (data === undefined) return null;
  return {
    ...{ credential_id: data.id, public_key: data.publicKey, sign_count: data.counter },
    ...{ name: data.name, aaguid: data.aaguid, transports: data.transports },
    ...{ can_back_up: data.canBackUp, is_backed_up: data.isBackedUp, domain: data.domain },
  };
}

/** `passkeys` has rows of better-auth's table `passkey` (`packages/passkey/src/schema.ts`), as a list or its JSON text. */
export function listedPasskeys(record: SourceRow): RawPasskey[] {
  const value = record.at("passkeys");
  const list = typeof value === "string" ? jsonIn(value) : value;
  if (!Array.isArray(list)) return [];
  record.value("passkeys"); // something else is a field without a place here
  return list
    .map((one) => (isObject(one) ? one : {}))
    .map((row) => ({
      id: row["credentialID"] ?? row["credential_id"],
      publicKey: row["publicKey"] ?? row["public_key"],
      ...{ counter: row["counter"], name: row["name"], aaguid: row["aaguid"], transports: row["transports"] },
      canBackUp: (row["deviceType"] ?? row["device_type"]) === "multiDevice",
      isBackedUp: row["backedUp"] ?? row["backed_up"],
      domain: row["domain"],
    }));
}
