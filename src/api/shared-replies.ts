import type { Actor } from "../domain/access/actor.js";
import type { AnyReply } from "./route-files.js";

/**
 * A function that makes a reply from the actor alone. Requests share a frozen actor (auth/token-guard.ts), and with it the
 * reply, which is frozen, too.
 * @param make is also given a value that is the same in every call, such as an address of the configuration
 */
export function perActor<Reply extends AnyReply, Constant>(
  make: (actor: Actor, constant: Constant) => Reply,
): (actor: Actor, constant: Constant) => Reply {
  const replies = new WeakMap<Actor, Reply>();
  return (actor, constant) => {
    const known = replies.get(actor);
    if (known) return known;
    const reply = make(actor, constant);
    if (Object.isFrozen(actor)) replies.set(actor, Object.freeze(reply));
    return reply;
  };
}
