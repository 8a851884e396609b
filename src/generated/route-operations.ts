// Made by scripts/generate.ts from openapi/. Do not edit.
export interface RouteFileOperations {
  "auth/account": "auth.confirm-password";
  "auth/authentication": "auth.logout" | "auth.me";
  "public/authentication": "auth.register" | "auth.login" | "auth.two-factor-challenge";
  "service/definitions": "definitions.index";
  "users": "users.index" | "users.store" | "users.index.export" | "users.update.statuses" | "users.show" | "users.update" | "users.patch" | "users.destroy" | "users.restore" | "users.update.status" | "users.update.access" | "users.update.two-factor" | "users.update.verification";
}
