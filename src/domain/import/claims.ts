/** What accounts can have only once, such as an account at a provider. Keeps two rows from having the same. */
export class Claims<T> {
  /** Those of earlier rows → the address of the account. */
  private readonly claimed = new Map<string, string>();

  /** @param holdersOf finds the address of the account that has each of them, by its key */
  constructor(
    private readonly keyOf: (one: T) => string,
    private readonly holdersOf: (wanted: readonly T[]) => Promise<Map<string, string>>,
  ) {}

  /**
   * Claims what some accounts want, in their order.
   * @returns for each account what it can have and doesn't have yet, and whether another account has some of it
   */
  async claim(
    accounts: readonly { email: string; wanted: readonly T[] }[],
  ): Promise<{ free: T[]; isTaken: boolean }[]> {
    const holders = await this.holdersOf(accounts.flatMap(({ wanted }) => wanted));
    return accounts.map(({ email, wanted }) => {
      const free: T[] = [];
      let isTaken = false;
      for (const one of wanted) {
        const key = this.keyOf(one);
        const holder = holders.get(key) ?? this.claimed.get(key);
        if (holder === undefined) free.push(one);
        else if (holder !== email) isTaken = true;
        this.claimed.set(key, holder ?? email);
      }
      return { free, isTaken };
    });
  }
}
