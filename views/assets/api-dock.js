// The browser of the contract: Swagger UI, with most of what is seen drawn by the modules beside this one.
/* global SwaggerUIBundle */
import { answersPlugin } from "./api-dock-answers.js";
import { loadContract } from "./api-dock-contract.js";
import { failuresPlugin } from "./api-dock-failures.js";
import { connectBar, Filter } from "./api-dock-filter.js";
import { layoutPlugin } from "./api-dock-layout.js";
import { deepLinks } from "./api-dock-links.js";
import { operationPlugin } from "./api-dock-operation.js";
import { part, say } from "./api-dock-page.js";
import { connectPanel } from "./api-dock-panel.js";
import { keepRepaired } from "./api-dock-repairs.js";
import { interceptRequest } from "./api-dock-requests.js";
import { samplesPlugin } from "./api-dock-samples.js";
import { swaggerPlugin } from "./api-dock-swagger.js";
import { tryPlugin } from "./api-dock-try.js";

function draw(contract) {
  const filter = new Filter(contract);
  const links = deepLinks(contract, filter);
  const ui = SwaggerUIBundle({
    domNode: part("contract"),
    spec: contract.documentHere,
    layout: "ApiDockLayout",
    plugins: [
      layoutPlugin(contract, filter),
      operationPlugin(contract),
      samplesPlugin,
      swaggerPlugin,
      failuresPlugin(contract, filter),
      answersPlugin(contract),
      tryPlugin(contract),
      links.plugin,
    ],
    requestInterceptor: interceptRequest,
    // the request that is kept is the one before the token came in
    showMutatedRequest: false,
    // nothing is taken from the address of the page, asked elsewhere or kept
    queryConfigEnabled: false,
    validatorUrl: null,
    persistAuthorization: false,
    withCredentials: false,
    deepLinking: false,
    docExpansion: "list",
    defaultModelExpandDepth: 2,
    onComplete: () => {
      part("loading").hidden = true;
      connectBar(filter);
      links.start(ui);
    },
  });
  filter.addEventListener("change", () => ui.getSystem().dockActions.filtered());
  keepRepaired(part("contract"));
}

const REASONS = { 401: "failed.session", 403: "failed.forbidden", elsewhere: "failed.elsewhere" };

function fail({ status }) {
  part("loading").hidden = true;
  part("failure").hidden = false;
  part("failure-text").textContent = status
    ? say(REASONS[status] ?? "failed.other", { status })
    : say("failed.offline");
  part("again").hidden = status !== 401 && status !== "elsewhere";
  part("again").textContent = say(status === 401 ? "sign_in" : "reload");
}

async function start() {
  part("failure").hidden = true;
  part("loading").hidden = false;
  let contract;
  try {
    contract = await loadContract();
  } catch (error) {
    return fail(error);
  }
  draw(contract);
}

part("retry").addEventListener("click", () => void start());
connectPanel();
void start();
