import { deprecationHeaders } from "../../contract/deprecation.js";
import type { OpenApiDocument } from "../../contract/document.js";
import { possibleFailures } from "../../contract/failures.js";
import type { Operation } from "../../contract/operations.js";
import type { Services } from "../../domain/services.js";
import { addHeader, localsOf } from "../../http/locals.js";
import type { RoutedMethod } from "../../http/route-lookup.js";
import type { Stage } from "../../http/stage.js";
import { lazily } from "../../lib/lazily.js";

/** The path of the operation with parameters as `:name`. @param base the base path of the contract */
export const routeOf = ({ path }: Operation, base: string): string =>
  base + path.replaceAll(/\{([^{}]+)\}/g, ":$1");

export const methodOf = ({ method }: Operation): RoutedMethod => method.toUpperCase() as RoutedMethod;

export function setRoute(operation: Operation, document: OpenApiDocument): Stage {
  const declaredFailures = lazily(() => possibleFailures(operation.document, document));
  return (_request, response) => {
    const locals = localsOf(response);
    locals.routeName = operation.id;
    locals.declaredFailures = declaredFailures;
  };
}

/**
 * Adds the deprecation headers to every response of a deprecated operation, rejections included, and counts its calls.
 */
export function sendDeprecation({ id, document }: Operation, { metrics }: Services): Stage[] {
  const headers = deprecationHeaders(document);
  if (!headers) return [];
  return [
    (_request, response) => {
      for (const [name, value] of Object.entries(headers)) addHeader(response, name, value);
      metrics.deprecatedCalls.inc({ operation: id });
    },
  ];
}
