// Sends every request of Swagger UI.
import { fetchAuthorized } from "./token.js";

export class ForeignAddress extends Error {
  constructor(address) {
    super(address);
    this.name = "ForeignAddress";
  }
}

/** @throws ForeignAddress for another host */
function demandThisHost(address) {
  const url = new URL(address, location.href);
  if (url.origin !== location.origin) throw new ForeignAddress(url.origin);
  return url.href;
}

/**
 * Checks the address again when sending, omits cookies and adds the token only now: the request that Swagger UI
 * stores and could show must not contain it.
 */
export function interceptRequest(request) {
  request.url = demandThisHost(request.url);
  request.credentials = "omit";
  for (const name of Object.keys(request.headers ?? {}))
    if (name.toLowerCase() === "authorization") delete request.headers[name];
  let begun;
  request.userFetch = (address, options) => {
    const url = demandThisHost(address);
    begun = performance.now();
    return fetchAuthorized(url, options);
  };
  // Swagger UI measures the duration of successful responses only
  request.responseInterceptor = (response) =>
    Object.assign(response, { duration: Math.round(performance.now() - begun) });
  return request;
}
