// The way of every request that Swagger UI makes.
import { fetchAuthorized } from "./token.js";

export class ForeignAddress extends Error {
  constructor(address) {
    super(address);
    this.name = "ForeignAddress";
  }
}

/** @throws ForeignAddress for anything but this host */
function demandThisHost(address) {
  const url = new URL(address, location.href);
  if (url.origin !== location.origin) throw new ForeignAddress(url.origin);
  return url.href;
}

/**
 * Looks at the address once more at the very moment of sending, without cookies and with the token only then: the
 * request that Swagger UI keeps and could show holds none.
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
  // Swagger UI measures answers only that are no failures
  request.responseInterceptor = (response) =>
    Object.assign(response, { duration: Math.round(performance.now() - begun) });
  return request;
}
