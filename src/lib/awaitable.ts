/** A value, or a promise of it if it has to be waited for. */
export type Awaitable<T> = T | Promise<T>;

/** Calls `next` with the value synchronously, unless the value is a promise. */
export const andThen = <From, To>(
  value: Awaitable<From>,
  next: (value: From) => Awaitable<To>,
): Awaitable<To> => (value instanceof Promise ? value.then(next) : next(value));
