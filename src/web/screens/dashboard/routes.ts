import { showDashboard } from "./dashboard.js";
import { showHome } from "./landing.js";
import { dismissSetUp } from "./set-up-view.js";
import { get, post } from "../../server/table.js";

export const DASHBOARD_ROUTES = [
  get("home", ["public"], showHome),
  get("dashboard", ["auth", "can:dashboard.read"], showDashboard),
  post("set-up.dismiss", ["auth", "can:settings.update"], dismissSetUp),
];
