import { validate as isUuid } from "uuid";
import * as z from "zod";
import { assignableRoles } from "../../../../domain/access/assignable-roles.js";
import { FORMATS, formatOf } from "../../../../domain/import/import-file.js";
import {
  discardImport,
  getImport,
  MAX_IMPORT_BYTES,
  openReport,
  startImport,
  storeImport,
  undoImport,
} from "../../../../domain/import/imports.js";
import { listRuns, WORKING, type ImportRun } from "../../../../domain/import/import-runs.js";
import { SOURCE_NAMES } from "../../../../domain/import/sources/sources.js";
import { optionsOf, problemOf } from "../../../../domain/import/stored-import.js";
import { relyingPartyOf } from "../../../../domain/passkeys/relying-party.js";
import { MIB } from "../../../../http/upload.js";
import { RowNotFound, ValidationFailed } from "../../../../lib/failures.js";
import { DEFAULT_ROLE } from "../../../../models/role.js";
import { knownText, text, type MessageKey } from "../../../../texts/translate.js";
import type { Form } from "../../../forms/form.js";
import { ungrouped } from "../../../forms/select-groups.js";
import { path } from "../../../server/addresses.js";
import type { WebCall, WebHandler } from "../../../server/call.js";
import { download, page, redirect, success } from "../../../server/responses/web-result.js";
import { roleOptions } from "../../../words/labels.js";
import { presentRun, presentSummary, sourceNameOf } from "./import-view.js";

/** The runs, and the form for another file. */
export const showImports: WebHandler = async (call) => {
  const runs = await listRuns(call.services.knex);
  return page("admin/users/imports", "imports.title", {
    runs: runs.map((run) => presentRun(call, run)),
    upload: call.actor.can("users.create") ? uploadForm(call, null) : null,
  });
};

/** @param rejected an import whose options the form has, and whose problem it shows at the file */
function uploadForm(call: WebCall, rejected: ImportRun | null): object {
  const { actor, t, form } = call;
  const roles = roleOptions(t, assignableRoles(actor));
  const options = rejected && optionsOf(rejected);
  const problem = rejected && problemOf(rejected);
  const byName = { value: "", label: t("imports.format.by_name") };
  const more = {
    map: options?.map ?? form.text("map"),
    keepIds: options?.keepIds ?? isChecked(form, "keep_ids"),
    withoutPasskeys: options?.withoutPasskeys ?? isChecked(form, "without_passkeys"),
    allowAdministrators: options?.allowAdministrators ?? isChecked(form, "allow_administrators"),
  };
  return {
    ...{ ...more, hasMore: Object.values(more).some(Boolean) },
    sources: ungrouped(SOURCE_NAMES.map((value) => ({ value, label: sourceLabel(t, value) }))),
    source: rejected?.source ?? "keycloak",
    formats: ungrouped([
      byName,
      ...FORMATS.map((value) => ({ value, label: t(`imports.format.${value}` as MessageKey) })),
    ]),
    // a corrected file can have another name
    format: options && options.format !== formatOf(rejected!.file_name!) ? options.format : "",
    roles: ungrouped(roles),
    role: options?.role ?? (roles.find(({ value }) => value === DEFAULT_ROLE) ?? roles.at(-1))?.value,
    updates: options?.updates ?? isChecked(form, "updates"),
    unsupported: options ? options.unsupported === "invite" : isChecked(form, "unsupported"),
    mib: MAX_IMPORT_BYTES / MIB,
    maxBytes: MAX_IMPORT_BYTES,
    domain: relyingPartyOf(call.services.config.env).id,
    problem: problem && call.say(problem),
  };
}

/** The hidden field of an unchecked box is sent, too. */
const isChecked = (form: Form, name: string): boolean => form.list(name).includes("1");

/** "Keycloak: the users of a realm export" */
function sourceLabel(t: WebCall["t"], source: string): string {
  const file = knownText(t, `imports.source.${source}`);
  return file === null ? sourceNameOf(source) : `${sourceNameOf(source)}: ${file}`;
}

const newImport = z.object({
  source: z.string().min(1).max(32),
  format: z.enum(["", ...FORMATS]),
  role: z.string().min(1).max(255),
  map: z.string().max(2000).default(""),
});

export const submitImport: WebHandler = async (call) => {
  const { form } = call;
  const file = form.stored;
  if (file === null) throw new ValidationFailed({ file: [text("import.choose")] });
  const { source, format, role, map } = form.read(newImport);
  const id = await storeImport(call, file, {
    ...{ source, role, map: map.trim() },
    updates: isChecked(form, "updates"),
    unsupported: isChecked(form, "unsupported") ? "invite" : "reject",
    keepIds: isChecked(form, "keep_ids"),
    withoutPasskeys: isChecked(form, "without_passkeys"),
    allowAdministrators: isChecked(form, "allow_administrators"),
    ...(format !== "" && { format }),
    withoutPasswords: false, // asked before the start
  });
  return redirect(path("admin.users.imports.show", { import: id }));
};

export const showImport: WebHandler = async (call) => {
  const run = await runOf(call);
  const { actor } = call;
  const mayCreate = actor.can("users.create");
  const mayUpdate = actor.can("users.update");
  return page("admin/users/import", "imports.one.title", {
    run: presentRun(call, run),
    summary: presentSummary(call, run),
    isBusy: WORKING.includes(run.state),
    mayStart: run.state === "checked" && mayCreate && mayUpdate,
    mayDiscard: (run.state === "checked" || run.state === "checking") && mayUpdate,
    mayUndo:
      (run.state === "finished" || run.state === "rejected") &&
      run.untouched > 0 &&
      mayUpdate &&
      actor.can("users.delete"),
    upload: run.state === "rejected" && mayCreate && run.accounts === 0 ? uploadForm(call, run) : null,
  });
};

async function runOf({ services, params }: WebCall): Promise<ImportRun> {
  const id = params["import"]!;
  if (!isUuid(id)) throw new RowNotFound();
  return getImport(services, id);
}

export const downloadReport: WebHandler = async (call) => {
  const { id } = await runOf(call);
  const parts = await openReport(call.services, id);
  return download({ name: `import-${id}.jsonl`, type: "application/x-ndjson", parts });
};

export const submitStart: WebHandler = async (call) => {
  const { id } = await runOf(call);
  await startImport(call, id, isChecked(call.form, "without_passwords"));
  return redirect(path("admin.users.imports.show", { import: id }));
};

export const submitDiscard: WebHandler = async (call) => {
  const { id } = await runOf(call);
  await discardImport(call, id);
  return redirect(path("admin.users.imports"), success("imports.discarded"));
};

export const submitUndo: WebHandler = async (call) => {
  const { id } = await runOf(call);
  await undoImport(call, id);
  return redirect(path("admin.users.imports.show", { import: id }));
};
