import { Router, type RequestHandler } from "express";
import { middleware } from "express-openapi-validator";
import type { Options } from "multer";
import type { OpenApiDocument } from "../../contract/document.js";
import type { Operation } from "../../contract/operations.js";
import { partOf } from "../../contract/part.js";
import { isStreamed, maxUploadBytes } from "../../contract/uploads.js";
import { removeUpload, storeUpload } from "../../domain/import/imports.js";
import type { Services } from "../../domain/services.js";
import { sendDownload } from "../../http/download.js";
import { localsOf } from "../../http/locals.js";
import type { RoutedMethod } from "../../http/route-lookup.js";
import { toMiddleware } from "../../http/stage.js";
import { streamedTo, streamedUploadOptions, uploadOptions } from "../../http/upload.js";
import { admitUpload } from "../../http/arrival.js";
import { toHttpResponse } from "./send.js";
import { ignoreBody } from "./body.js";
import { handlerCall } from "./call.js";
import { FORMATS } from "../validation/formats.js";
import type { MiddlewareRegistry } from "./middleware-registry.js";
import { withNestedFilters } from "../validation/nested-filters.js";
import { methodOf, routeOf, sendDeprecation, setRoute } from "./operation.js";
import type { AnyHandler } from "../route-files.js";
import {
  explainRejectedUpload,
  limitUpload,
  maxBodyBytesOf,
  removeRejected,
  takeFiles,
  takeStored,
} from "./uploads.js";
import type { Violation } from "../validation/violations.js";

export interface FileParts {
  document: OpenApiDocument;
  /** Those that receive or send a file. */
  operations: readonly Operation[];
  handlers: ReadonlyMap<string, AnyHandler>;
  registry: MiddlewareRegistry;
  services: Services;
  onViolation: (violation: Violation) => void;
}

/**
 * Serves, below the base path, the operations that receive or send a file, by Express with express-openapi-validator. Requests of other
 * operations continue. The middleware of an operation runs before its body is read.
 */
export function fileRouter(parts: FileParts): Router {
  const { document, operations, handlers, registry, services } = parts;
  const router = Router({ caseSensitive: true, strict: true });
  const add = (operation: Operation, ...steps: RequestHandler[]): void => {
    const method = methodOf(operation).toLowerCase() as Lowercase<RoutedMethod>;
    router[method](routeOf(operation, ""), ...steps);
  };
  const streamed = operations.filter((operation) => isStreamed(operation.document, document));
  const others = operations.filter((operation) => !streamed.includes(operation));
  const sizeOf = (operation: Operation) => maxUploadBytes(operation.document, document);
  // as `limitUpload`, so that nothing more is kept in memory; `takeFiles` names a file over its own limit
  const largest = maxBodyBytesOf(Math.max(...others.map((operation) => sizeOf(operation) ?? 0)));
  const validate = validator(parts, others, uploadOptions({ files: 2, fileSize: largest }));
  const storage = streamedTo(
    (name, content) => storeUpload(services, name, content),
    (file) => removeUpload(services, file),
  );
  const validateStreamed = validator(parts, streamed, streamedUploadOptions(storage, Infinity));
  for (const operation of operations) {
    const maxBytes = sizeOf(operation);
    const stages = [setRoute(operation, document), ...sendDeprecation(operation, services)];
    add(operation, ...[...stages, ...registry.stagesOf(operation)].map(toMiddleware));
    // on these routes only: by itself, it would also take the paths with a slash at the end
    if (maxBytes === null) add(operation, toMiddleware(ignoreBody), ...validate);
    else if (streamed.includes(operation))
      add(operation, limitUpload(maxBytes), allowUpload, ...validateStreamed);
    else add(operation, limitUpload(maxBodyBytesOf(maxBytes)), ...validate);
  }
  router.use(removeRejected(services), explainRejectedUpload);
  for (const operation of operations) {
    const maxBytes = sizeOf(operation);
    if (streamed.includes(operation)) add(operation, takeStored);
    else if (maxBytes !== null) add(operation, takeFiles(maxBytes));
    add(operation, callHandler(operation, handlers.get(operation.id)!, services));
  }
  return router;
}

const allowUpload: RequestHandler = (request, _response, next) => {
  admitUpload(request);
  next();
};

/** express-openapi-validator for these operations. */
function validator(
  { document, onViolation }: FileParts,
  operations: readonly Operation[],
  fileUploader: Options,
): RequestHandler[] {
  const part = withNestedFilters(partOf(document, ...operations));
  // HEAD is served like GET
  for (const item of Object.values(part.paths)) if (item.get) Object.assign(item, { head: item.get });
  return middleware({
    apiSpec: part as never,
    validateApiSpec: false, // `npm run generate` has checked it
    validateRequests: { allErrors: true },
    validateResponses: {
      onError: (error, _body, { res }) => {
        const { routeName = "", traceId } = localsOf(res!);
        onViolation({ operation: routeName, error, traceId });
      },
    },
    validateSecurity: false,
    ignoreUndocumented: true,
    formats: FORMATS,
    fileUploader,
  });
}

/** Calls the handler and sends the file, or its result. */
function callHandler(operation: Operation, handler: AnyHandler, services: Services): RequestHandler {
  const call = handlerCall(operation, handler, services);
  return async (request, response) => {
    const result = await call(request, response, request.query);
    if (result.download) return sendDownload(response, result.download);
    const { status, headers, envelope } = toHttpResponse(result, request, localsOf(response).traceId);
    response.status(status).set(headers).json(envelope);
  };
}
