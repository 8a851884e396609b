import express, { type RequestHandler } from "express";

const OVERRIDES = new Set(["PUT", "PATCH", "DELETE"]);

/** Reads a form. Other types of body are ignored; a route with an upload reads its own. */
export const readForm: RequestHandler[] = [
  express.urlencoded({ extended: false, limit: "64kb", parameterLimit: 500, inflate: false }),
  (request, _response, next) => {
    const body = request.body as Record<string, unknown> | undefined;
    const wanted = body?.["_method"];
    // HTML forms support only GET and POST
    if (request.method === "POST" && typeof wanted === "string" && OVERRIDES.has(wanted.toUpperCase()))
      request.method = wanted.toUpperCase();
    next();
  },
];
