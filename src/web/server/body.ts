import express, { type RequestHandler } from "express";

const OVERRIDES = new Set(["PUT", "PATCH", "DELETE"]);

/** Reads a form. A body of another type is none; the route with an upload reads its own. */
export const readForm: RequestHandler[] = [
  express.urlencoded({ extended: false, limit: "64kb", parameterLimit: 500, inflate: false }),
  (request, _response, next) => {
    const body = request.body as Record<string, unknown> | undefined;
    const wanted = body?.["_method"];
    // forms of HTML know GET and POST only
    if (request.method === "POST" && typeof wanted === "string" && OVERRIDES.has(wanted.toUpperCase()))
      request.method = wanted.toUpperCase();
    next();
  },
];
