// Made by scripts/generate.ts from openapi/. Do not edit.
import type { HandlersOf } from "../api/types.js";
import type { handlers as auth_account_ } from "../api/v1/auth/account.js";
import type { handlers as auth_authentication_ } from "../api/v1/auth/authentication.js";
import type { handlers as public_authentication_ } from "../api/v1/public/authentication.js";
import type { handlers as service_definitions_ } from "../api/v1/service/definitions.js";
import type { handlers as users_ } from "../api/v1/users.js";

type Complete<Handlers extends Expected, Expected> = Handlers;
export interface RouteFiles {
  "auth/account": Complete<typeof auth_account_, HandlersOf<"auth/account">>;
  "auth/authentication": Complete<typeof auth_authentication_, HandlersOf<"auth/authentication">>;
  "public/authentication": Complete<typeof public_authentication_, HandlersOf<"public/authentication">>;
  "service/definitions": Complete<typeof service_definitions_, HandlersOf<"service/definitions">>;
  "users": Complete<typeof users_, HandlersOf<"users">>;
}
