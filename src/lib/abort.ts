/** Tells work that nobody needs its result any more. An `AbortSignal` is one. */
export interface Abort {
  readonly aborted: boolean;
  addEventListener(type: "abort", listener: () => void): void;
  removeEventListener(type: "abort", listener: () => void): void;
}
