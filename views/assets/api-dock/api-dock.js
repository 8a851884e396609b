// The contract browser: Swagger UI, with most components replaced by the modules in this folder.
/* global SwaggerUIBundle */
import { answersPlugin } from "./answers.js";
import { loadContract } from "./contract.js";
import { documentsPlugin, outlineOf } from "./documents.js";
import { failuresPlugin } from "./failures.js";
import { connectBar, Filter } from "./filter.js";
import { layoutPlugin } from "./layout.js";
import { deepLinks } from "./links.js";
import { loadingPlugin } from "./loading.js";
import { operationPlugin } from "./operation.js";
import { part, reasonOf, stepAfter } from "./page.js";
import { connectPanel } from "./panel.js";
import { interceptRequest } from "./requests.js";
import { responsesPlugin } from "./responses.js";
import { samplesPlugin } from "./samples.js";
import { schemasPlugin } from "./schemas.js";
import { swaggerPlugin } from "./swagger.js";
import { tryPlugin } from "./try.js";
import { pause } from "./turns.js";
import { wordsPlugin } from "./words.js";

/** The script of Swagger UI runs after this one, while the contract is loading. */
const isScriptRun = new Promise((resolve) => document.addEventListener("DOMContentLoaded", resolve));

async function draw(contract) {
  const filter = new Filter(contract);
  const links = deepLinks(contract, filter);
  await isScriptRun;
  await pause();
  const ui = SwaggerUIBundle({
    domNode: null,
    layout: "ApiDockLayout",
    plugins: [
      documentsPlugin(contract),
      layoutPlugin(contract, filter),
      schemasPlugin(contract, filter),
      loadingPlugin(contract),
      operationPlugin(contract),
      samplesPlugin,
      responsesPlugin,
      swaggerPlugin,
      failuresPlugin(contract, filter),
      answersPlugin(contract),
      tryPlugin(contract),
      wordsPlugin,
      links.plugin,
    ],
    requestInterceptor: interceptRequest,
    // Swagger UI stores the request without the token
    showMutatedRequest: false,
    // no configuration from the page's address, no requests to other hosts, no storage
    queryConfigEnabled: false,
    validatorUrl: null,
    persistAuthorization: false,
    withCredentials: false,
    deepLinking: false,
    docExpansion: "list",
    filter: filter.phrase,
    defaultModelExpandDepth: 2,
  });
  await pause();
  // an option `spec` would be written as text and read as YAML
  ui.specActions.updateJsonSpec(outlineOf(contract));
  // React divides the work of a transition
  ui.React.startTransition(() => ui.render(part("contract"), "App"));
  part("loading").hidden = true;
  connectBar(filter);
  links.start(ui);
  filter.addEventListener("change", () => ui.getSystem().layoutActions.updateFilter(filter.phrase));
}

function fail(error) {
  const step = stepAfter(error);
  part("loading").hidden = true;
  part("failure").hidden = false;
  part("failure-text").textContent = reasonOf(error);
  part("again").hidden = step === null;
  part("again").textContent = step ?? "";
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
  await draw(contract);
}

part("retry").addEventListener("click", () => void start());
if (part("auth")) connectPanel();
void start();
