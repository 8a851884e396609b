import {
  discardImport,
  getImport,
  openReport,
  startImport,
  storeImport,
  undoImport,
} from "../../../domain/import/imports.js";
import { listRuns } from "../../../domain/import/import-runs.js";
import { ApiResponse } from "../../envelope.js";
import { respondWithItems } from "../../lists.js";
import { presentImport } from "../../presenters/imports.js";
import type { HandlersOf } from "../../types.js";

export const handlers: HandlersOf<"users/user-imports"> = {
  "users.index.imports": (call) =>
    respondWithItems(call, "-created_at", () => listRuns(call.services.knex), presentImport),

  "users.store.imports": async (call) => {
    const { source, format, role, ...flags } = call.query;
    const id = await storeImport(call, call.body.file, {
      source,
      ...(format !== undefined && { format }),
      ...(role !== undefined && { role }),
      allowAdministrators: flags.allow_administrators ?? false,
      updates: flags.updates ?? false,
      withoutPasswords: flags.without_passwords ?? false,
      withoutPasskeys: flags.without_passkeys ?? false,
      keepIds: flags.keep_ids ?? false,
      unsupported: flags.unsupported ?? "reject",
      map: flags.map ?? "",
    });
    const headers = { Location: `/api/v1/user-imports/${id}` };
    return ApiResponse.created(presentImport(await getImport(call.services, id)), headers);
  },

  "users.show.import": async (call) =>
    ApiResponse.ok(presentImport(await getImport(call.services, call.params.user_import))),

  "users.show.import.report": async (call) => {
    const { user_import: id } = call.params;
    const parts = await openReport(call.services, id);
    return ApiResponse.download({ name: `import-${id}.jsonl`, type: "application/x-ndjson", parts });
  },

  "users.update.import.start": async (call) => {
    await startImport(call, call.params.user_import, call.body?.without_passwords ?? false);
    return ApiResponse.ok(presentImport(await getImport(call.services, call.params.user_import)));
  },

  "users.update.import.discard": async (call) => {
    await discardImport(call, call.params.user_import);
    return ApiResponse.ok(presentImport(await getImport(call.services, call.params.user_import)));
  },

  "users.update.import.undo": async (call) => {
    await undoImport(call, call.params.user_import);
    return ApiResponse.ok(presentImport(await getImport(call.services, call.params.user_import)));
  },
};
