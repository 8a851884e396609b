import { get } from "../../../server/table.js";
import { showHealth } from "./health.js";

export const HEALTH_ROUTES = [get("admin.health.index", ["auth", "can:settings.read"], showHealth)] as const;
