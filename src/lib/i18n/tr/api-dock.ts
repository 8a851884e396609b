import type { apiDock as en } from "../en/api-dock.js";

export const apiDock: Record<keyof typeof en, string> = {
  "api-dock.title": "API",
};
