import { v4 as uuidv4 } from "uuid";
import {
  deactivateDefinition,
  putDefinition,
  type DefinitionChange,
} from "../domain/definitions/definition-changes.js";
import { LOCALES } from "../texts/translate.js";
import { ValidationFailed } from "../lib/failures.js";
import type { Services } from "../domain/services.js";

const OPTIONS = ["severity", "icon", "explanation", "order", "locale"] as const;
type Options = Partial<Record<(typeof OPTIONS)[number], string>>;

/** `definitions`, `definitions put <key> <value> <label> [name=value …]`, `definitions deactivate <key> <value>`. */
export async function definitionsCommand(services: Services, parameters: string[]): Promise<void> {
  const [act, key = "", value = "", label = "", ...rest] = parameters;
  const origin = { ip: "cli", userAgent: null, traceId: uuidv4() };
  if (act === undefined) return show(services);
  if (act === "put") return putDefinition(services.knex, { key, value, label, ...optionsOf(rest) }, origin);
  if (act === "deactivate" && label === "")
    return deactivateDefinition(services.knex, { key, value }, origin);
  throw new ValidationFailed({
    definitions: ["Usage: definitions put <key> <value> <label>, or definitions deactivate <key> <value>."],
  });
}

async function show({ definitions }: Services): Promise<void> {
  for (const locale of LOCALES)
    for (const [key, choices] of await definitions.all(locale))
      for (const { value, sort_order, severity, icon, label, explanation } of choices)
        console.log(
          [
            `${locale}  ${key.padEnd(16)} ${value.padEnd(16)} ${String(sort_order).padEnd(5)}`,
            `${severity.padEnd(8)} ${(icon ?? "-").padEnd(16)} ${label}${explanation ? `: ${explanation}` : ""}`,
          ].join(""),
        );
}

/** @throws ValidationFailed for an unknown option */
function optionsOf(parameters: readonly string[]): Omit<DefinitionChange, "key" | "value" | "label"> {
  const options: Options = {};
  for (const parameter of parameters) {
    const name = OPTIONS.find((option) => parameter.startsWith(`${option}=`));
    if (!name) throw new ValidationFailed({ [parameter]: [`Options are ${OPTIONS.join("=, ")}=.`] });
    options[name] = parameter.slice(name.length + 1);
  }
  const { order, ...others } = options;
  return { ...others, ...(order === undefined ? {} : { order: /^\d+$/.test(order) ? Number(order) : NaN }) };
}
