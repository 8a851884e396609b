// A bare Express application with express-openapi-validator that returns a constant.
import express from "express";
import * as OpenApiValidator from "express-openapi-validator";

const TEXTS = ["id", "first_name", "last_name", "email", "status", "role", "timezone"];
const text = { type: "string" };
const user = {
  type: "object",
  required: TEXTS,
  properties: Object.fromEntries(TEXTS.map((name) => [name, text])),
};
const apiSpec = {
  openapi: "3.0.3",
  info: { title: "Bare", version: "1.0.0" },
  paths: {
    "/ready": { get: { responses: { 200: { description: "Ready" } } } },
    "/api/v1/auth/me": {
      get: {
        security: [{ bearer: [] }],
        responses: {
          200: {
            description: "The user",
            content: { "application/json": { schema: { type: "object", properties: { data: user } } } },
          },
        },
      },
    },
  },
  components: { securitySchemes: { bearer: { type: "http", scheme: "bearer" } } },
};

const app = express();
app.use(express.json());
app.use(
  OpenApiValidator.middleware({
    apiSpec,
    validateResponses: true,
    validateSecurity: { handlers: { bearer: () => true } },
  }),
);
const person = Object.fromEntries(TEXTS.map((name) => [name, "text"]));
app.get("/ready", (_request, response) => response.end());
app.get("/api/v1/auth/me", (_request, response) => response.json({ data: person }));
app.use((error, _request, response, _next) => response.status(error.status ?? 500).json({}));
app.listen(Number(process.env.PORT), "127.0.0.1", () => process.send?.({}));
