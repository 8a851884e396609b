import { showDashboard } from "./dashboard.js";
import { showHome } from "./landing.js";
import { get } from "../../server/table.js";

export const DASHBOARD_ROUTES = [
  get("home", ["public"], showHome),
  get("dashboard", ["auth", "can:dashboard.read"], showDashboard),
];
