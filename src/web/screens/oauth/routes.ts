import { showApplications, submitApplicationRevocation } from "./applications.js";
import { showAuthorize, submitAuthorize } from "./authorize.js";
import { showDevice, submitDevice } from "./device.js";
import { del, get, post } from "../../server/table.js";

export const OAUTH_ROUTES = [
  get("applications", ["auth"], showApplications),
  del("applications.destroy", ["auth"], submitApplicationRevocation),
  get("oauth.authorize", ["feature:oauth", "oauth.silent", "auth"], showAuthorize),
  post("oauth.authorize.decide", ["feature:oauth", "auth"], submitAuthorize),
  get("oauth.device", ["feature:oauth", "auth"], showDevice),
  post("oauth.device.decide", ["feature:oauth", "auth", "throttle:device"], submitDevice, {
    form: showDevice,
  }),
];
