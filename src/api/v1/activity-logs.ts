import { EXPORT_COLUMNS, exportActivity } from "../../domain/activity/activity-export.js";
import { getActivity, pageActivity } from "../../domain/activity/activity-log.js";
import { csvFile } from "../../http/download.js";
import { ApiResponse } from "../envelope.js";
import { namingFilters, respondWithList } from "../lists.js";
import { presentActivity, presentChart } from "../presenters/activity.js";
import type { HandlersOf } from "../types.js";

export const handlers: HandlersOf<"activity-logs"> = {
  "activity-logs.index": (call) => {
    const { services, viewer: actor, signal, query } = call;
    return respondWithList(
      call,
      "-created_at",
      (request) => namingFilters(pageActivity({ services, actor, signal }, query.filter ?? {}, request)),
      presentActivity,
    );
  },

  "activity-logs.show": async ({ services, viewer, params }) =>
    ApiResponse.ok(presentActivity(await getActivity(services, viewer, params.activity_log))),

  "activity-logs.index.export": async (call) => {
    const entries = await namingFilters(exportActivity(call, call.query.filter ?? {}));
    return ApiResponse.download(csvFile("activity", EXPORT_COLUMNS, entries));
  },

  "activity-logs.index.chart": async ({ services, actor }) => {
    const { value: days, at } = await services.overview.signIns(actor);
    return ApiResponse.ok(presentChart(days, at));
  },
};
