import type { Request } from "express";
import { isLoopback } from "../../config/addresses.js";

const FORWARDED =
  /^(x-forwarded-.*|x-original-.*|x-real-ip|forwarded|via|.*-client-ip|.*-connecting-ip|x-cluster-.*)$/;

/**
 * Whether the request comes from the local machine: from a loopback address, without headers of a proxy, and for a
 * loopback name, because another site's name can resolve to this machine.
 */
export function isLocalPeer({ socket, headers }: Request): boolean {
  const peer = socket.remoteAddress?.replace(/^::ffff:/i, "");
  return (
    peer !== undefined &&
    isLoopback(peer) &&
    isLoopback(hostNameOf(headers.host)) &&
    !Object.keys(headers).some((name) => FORWARDED.test(name))
  );
}

const hostNameOf = (host = ""): string =>
  URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname : "";
