import type { Command } from "commander";
import {
  deactivateDefinition,
  putDefinition,
  type DefinitionChange,
} from "../domain/definitions/definition-changes.js";
import { LOCALES } from "../texts/translate.js";
import { ValidationFailed } from "../lib/failures.js";
import { commandOrigin, type CommandLine } from "./command-line.js";

const OPTIONS = ["severity", "icon", "explanation", "order", "locale"] as const;
type Options = Partial<Record<(typeof OPTIONS)[number], string>>;

/** `definitions list|put|deactivate`. */
export function addDefinitionCommands(program: Command, line: CommandLine): void {
  const definitions = program.command("definitions").description("choices such as account statuses");
  definitions
    .command("list", { isDefault: true })
    .description("list the choices in every language")
    .action(() => show(line));
  definitions
    .command("put <key> <value> <label> [details...]")
    .description(`add a choice, or change and activate one; details are ${OPTIONS.join("=…, ")}=…`)
    .action(async (key: string, value: string, label: string, details: string[]) => {
      await putDefinition(line.services.knex, { key, value, label, ...optionsOf(details) }, commandOrigin());
      line.print({ key, value }, []);
    });
  definitions
    .command("deactivate <key> <value>")
    .description("remove a choice from forms; accounts keep it")
    .action(async (key: string, value: string) => {
      await deactivateDefinition(line.services.knex, { key, value }, commandOrigin());
      line.print({ key, value }, []);
    });
}

async function show(line: CommandLine): Promise<void> {
  const items: object[] = [];
  const lines: string[] = [];
  for (const locale of LOCALES)
    for (const [key, choices] of await line.services.definitions.all(locale))
      for (const { value, sort_order, severity, icon, label, explanation } of choices) {
        items.push({ locale, key, value, order: sort_order, severity, icon, label, explanation });
        lines.push(
          [
            `${locale}  ${key.padEnd(16)} ${value.padEnd(16)} ${String(sort_order).padEnd(5)}`,
            `${severity.padEnd(8)} ${(icon ?? "-").padEnd(16)} ${label}${explanation ? `: ${explanation}` : ""}`,
          ].join(""),
        );
      }
  line.print({ items }, lines);
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
