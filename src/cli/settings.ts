import type { Command } from "commander";
import { changeSettings, type SettingsChange } from "../domain/administration/settings-changes.js";
import type { SettingsSnapshot } from "../domain/settings/settings.js";
import { isSecret, isSetting, SETTING_KEYS, type SettingKey } from "../domain/settings/settings-table.js";
import { ValidationFailed } from "../lib/failures.js";
import { text } from "../texts/translate.js";
import { commandOrigin, type CommandLine } from "./command-line.js";
import { valueOf } from "./options.js";
import { table } from "./tables.js";

/** `settings list|get|set`; without one of them, as before: all settings, or `<key> <value>`. */
export function addSettingCommands(program: Command, line: CommandLine): void {
  const settings = program.command("settings").alias("setting").description("settings of the service");
  settings
    .command("list")
    .description("list all settings; for a secret, only whether it is set")
    .action(() => showAll(line));
  settings
    .command("get <key>")
    .description("show a setting")
    .action((key: string) => showOne(line, key));
  settings
    .command("set <key> [value]")
    .description("change a setting; - reads the value from standard input")
    .option("--remove", "remove a secret")
    .action((key: string, value: string | undefined, options: { remove?: true }) =>
      change(line, key, value, options),
    );
  settings
    .command("legacy [key] [value]", { isDefault: true, hidden: true })
    .option("--remove")
    .action(async (key: string | undefined, value: string | undefined, options: { remove?: true }) =>
      key === undefined ? showAll(line) : change(line, key, value, options),
    );
}

async function change(
  line: CommandLine,
  key: string,
  value: string | undefined,
  { remove }: { remove?: true },
): Promise<void> {
  const { services } = line;
  const given = changeOf(line, key, value, remove === true);
  const changed = await changeSettings({ services, origin: commandOrigin(), actor: null }, given);
  line.print({ changed }, [changed.length === 0 ? "Nothing has changed." : `Changed: ${changed.join(", ")}`]);
}

/** @throws ValidationFailed */
function changeOf(
  line: CommandLine,
  key: string,
  value: string | undefined,
  removes: boolean,
): SettingsChange {
  if (!isSetting(key)) throw new ValidationFailed({ [key]: [text("settings.wrong.unknown")] });
  if (removes) {
    // a blank value means no change of a secret
    if (isSecret(key) && value === undefined) return { values: {}, removed: [key] };
    throw new ValidationFailed({ [key]: ["Only a secret can be removed, and without a value."] });
  }
  if (value === undefined)
    throw new ValidationFailed({ [key]: ["A value is required: settings set <key> <value>."] });
  return { values: { [key]: valueOf(line, value) } };
}

async function showOne(line: CommandLine, key: string): Promise<void> {
  if (!isSetting(key)) throw new ValidationFailed({ [key]: [text("settings.wrong.unknown")] });
  const shown = shownOf(await line.services.settings.read(), key);
  line.print({ key, ...shown.json }, [shown.text]);
}

async function showAll(line: CommandLine): Promise<void> {
  const snapshot = await line.services.settings.read();
  const shown = SETTING_KEYS.map((key) => ({ key, ...shownOf(snapshot, key) }));
  line.print(
    { items: shown.map(({ key, json }) => ({ key, ...json })) },
    table(
      ["KEY", "VALUE"],
      shown.map(({ key, text: value }) => [key, value]),
    ),
  );
}

/** The stored value; for a secret only whether it is set. */
function shownOf(snapshot: SettingsSnapshot, key: SettingKey) {
  if (!isSecret(key)) return { text: snapshot.text(key), json: { value: snapshot.get(key) } };
  const isSet = snapshot.isSet(key);
  return { text: isSet ? "set" : "not set", json: { is_set: isSet } };
}
