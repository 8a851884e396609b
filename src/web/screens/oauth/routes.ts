import { showAgents } from "./agents.js";
import { showApplications, submitApplicationRevocation } from "./applications.js";
import { forwardAuthorize, showAuthorize, submitAuthorize } from "./authorize.js";
import { showDevice, submitDevice } from "./device.js";
import { showLogout, submitLogoutAnswer } from "./logout.js";
import { del, get, post } from "../../server/table.js";

export const OAUTH_ROUTES = [
  get("applications", ["auth"], showApplications),
  del("applications.destroy", ["auth"], submitApplicationRevocation),
  get("agents", ["auth", "feature:agents"], showAgents),
  get("oauth.authorize", ["feature:oauth", "oauth.auth"], showAuthorize),
  post("oauth.authorize.decide", ["feature:oauth", "auth"], submitAuthorize, {
    fromElsewhere: forwardAuthorize,
  }),
  get("oauth.logout", ["feature:oauth", "public"], showLogout),
  post("oauth.logout.answer", ["feature:oauth", "auth.any"], submitLogoutAnswer),
  get("oauth.device", ["feature:oauth", "auth"], showDevice),
  post("oauth.device.decide", ["feature:oauth", "auth", "throttle:device"], submitDevice, {
    form: showDevice,
  }),
];
