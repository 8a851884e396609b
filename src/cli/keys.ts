import { publishedKeys, rotateKeys, type PublishedKey } from "../domain/oauth/signing-keys.js";
import type { Services } from "../domain/services.js";
import { now } from "../lib/clock.js";
import { ValidationFailed } from "../lib/failures.js";

/** `keys`, `keys list`, `keys rotate [--now]`. @throws ValidationFailed */
export async function keysCommand(services: Services, [act = "list", option]: string[]): Promise<void> {
  const isRotation = act === "rotate" && (option === undefined || option === "--now");
  if (!isRotation && (act !== "list" || option !== undefined))
    throw new ValidationFailed({ keys: ["Use keys list, keys rotate or keys rotate --now."] });
  if (isRotation) await rotateKeys(services, { isUrgent: option === "--now" });
  for (const key of await publishedKeys(services))
    console.log([key.algorithm.padEnd(7), key.id, stateOf(key)].join("  "));
}

function stateOf({ signsFrom, endsAt }: PublishedKey): string {
  if (signsFrom > now()) return `signs from ${timeOf(signsFrom)}`;
  const since = `signs since ${timeOf(signsFrom)}`;
  return endsAt === null ? since : `${since}, published until ${timeOf(endsAt)}`;
}

const timeOf = (ms: number): string => new Date(ms).toISOString();
