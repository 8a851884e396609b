// The service with the number of documented paths in PATHS. Additional paths answer with an empty object.
import { createApp } from "../../src/app.js";
import { shippedDocument } from "../../src/contract/document.js";
import { ApiResponse } from "../../src/api/envelope.js";
import { loadRouteFiles } from "../../src/api/route-files.js";
import { readConfig } from "../../src/config/config.js";
import { createServices } from "../../src/domain/services.js";
import { httpServer } from "../../src/http-server.js";

const wanted = Number(process.env.PATHS);
const document = shippedDocument();
const routes = await loadRouteFiles();
const logout = document.paths["/auth/logout"].post;
const extras = {};
for (const path of Object.keys(document.paths).slice(wanted)) if (path !== "/auth/me") removePath(path);
for (let index = 0; Object.keys(document.paths).length < wanted; index++) {
  const operationId = `auth.extra-${index}`;
  document.paths[`/extra/${index}/{id}/rows`] = {
    parameters: [{ name: "id", in: "path", required: true, schema: { type: "integer" } }],
    post: { ...logout, operationId, responses: { ...logout.responses, 404: logout.responses[403] } },
  };
  extras[operationId] = () => Promise.resolve(ApiResponse.empty());
}
routes.set("auth/authentication", { ...routes.get("auth/authentication"), ...extras });

function removePath(path) {
  for (const { operationId } of Object.values(document.paths[path]))
    for (const [file, handlers] of routes) routes.set(file, without(handlers, operationId));
  delete document.paths[path];
}
function without(handlers, name) {
  const { [name]: _removed, ...rest } = handlers;
  return rest;
}

const services = createServices(readConfig());
const app = await createApp(services, { document, routes });
const server = httpServer(app.listener, services).listen(services.config.env.PORT, "127.0.0.1");
process.on("SIGTERM", () => server.close(() => process.exit(0)));
