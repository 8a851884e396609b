import { showDashboard, showHome } from "./dashboard.js";
import { get } from "../../server/table.js";

export const DASHBOARD_ROUTES = [
  get("home", ["public"], showHome),
  get("dashboard", ["auth", "can:dashboard.read"], showDashboard),
];
