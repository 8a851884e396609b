// Made by scripts/generate.ts from openapi/. Do not edit.
import type { HandlersOf } from "../api/types.js";
import type { handlers as auth_ } from "../api/v1/auth.js";
import type { handlers as public_ } from "../api/v1/public.js";
import type { handlers as service_ } from "../api/v1/service.js";
import type { handlers as users_ } from "../api/v1/users.js";

export interface RouteFileOperations {
  "auth": "auth.logout" | "auth.me";
  "public": "auth.register" | "auth.login" | "auth.two-factor-challenge";
  "service": "definitions.index";
  "users": "users.index" | "users.store" | "users.show" | "users.update" | "users.patch" | "users.destroy" | "users.restore";
}

type Complete<Handlers extends Expected, Expected> = Handlers;
export interface RouteFiles {
  "auth": Complete<typeof auth_, HandlersOf<"auth">>;
  "public": Complete<typeof public_, HandlersOf<"public">>;
  "service": Complete<typeof service_, HandlersOf<"service">>;
  "users": Complete<typeof users_, HandlersOf<"users">>;
}
