// The baseline for pages.mjs: a server with only express and ejs that renders the same views with the values of one
// recorded request.
import { readFileSync } from "node:fs";
import ejs from "ejs";
import express from "express";
import { createApp } from "../../src/app.js";
import { readConfig } from "../../src/config/config.js";
import { closeServices, createServices } from "../../src/domain/services.js";
import { httpServer } from "../../src/http-server.js";
import { views, VIEWS } from "../../src/lib/views.js";

/** The views of the last page with their values. The layout comes last and has the rendered body as a value. */
let last = [];
const render = views.render.bind(views);
views.render = (name, locals) => {
  last.push([name, flat(locals)]);
  return render(name, locals);
};

/** The values with those of the prototype. */
const flat = (locals) => {
  const values = {};
  for (const name in locals) values[name] = locals[name];
  return values;
};

const services = createServices(readConfig());
const { listener: service } = await createApp(services);
const listener = httpServer(service, services).listen(0, "127.0.0.1");
await new Promise((resolve) => listener.once("listening", resolve));
const origin = `http://127.0.0.1:${listener.address().port}`;

const floor = express().disable("x-powered-by").disable("etag").enable("view cache");
// replaces the product's `part` by the `include` of ejs
ejs.fileLoader = (file) =>
  readFileSync(file, "utf8")
    .replaceAll("part('./", "include('./")
    .replaceAll("part('", "include('/partials/");
const options = { ...VIEWS.options, root: VIEWS.folder, unsafePrototypeLocals: false };
floor.engine("ejs", (file, values, done) => ejs.renderFile(file, values, options, done));
floor.set("view engine", "ejs").set("views", VIEWS.folder);
for (const path of ["/login", "/dashboard"]) {
  last = [];
  const headers = path === "/login" ? {} : { cookie: process.env.COOKIE };
  const { status } = await fetch(origin + path, { headers, redirect: "manual" });
  if (status !== 200) throw new Error(`${path} answers ${status}`);
  const [[view, values], [layout]] = last;
  floor.get(path, (_request, response, next) => {
    response.render(view, values, (error, body) => {
      if (error) next(error);
      else response.render(layout, { ...values, body });
    });
  });
}
floor.get("/ready", (_request, response) => response.end());
listener.closeAllConnections();
await new Promise((resolve) => listener.close(resolve));
await closeServices(services);
const server = floor.listen(process.env.PORT, "127.0.0.1");
process.on("SIGTERM", () => server.close(() => process.exit(0)));
