import { showDashboard, showHome } from "./screens/dashboard.js";
import { showLogin, submitLogin, submitLogout } from "./screens/login.js";
import { submitPreferences } from "./screens/preferences.js";
import { get, post } from "./table.js";

/** Every page there is: method, path, name, guards in their order, handler. The group `web` runs before them. */
export const ROUTES = [
  get("/", "home", ["public"], showHome),
  post("/preferences", "preferences.update", ["public"], submitPreferences),

  get("/login", "login", ["guest"], showLogin),
  post("/login", "login.store", ["guest", "throttle:login"], submitLogin, { form: showLogin }),
  post("/logout", "logout", ["auth.any"], submitLogout),

  get("/dashboard", "dashboard", ["auth", "can:dashboard.read"], showDashboard),
] as const;

export type RouteName = (typeof ROUTES)[number]["name"];
