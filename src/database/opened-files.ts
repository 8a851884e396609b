const opened = new Map<string, number>();

/** Called by the main connection of an SQLite file, which is opened again after an error that can mean another file. */
export const noteOpened = (filename: string): void => void opened.set(filename, timesOpened(filename) + 1);

/** Other connections compare it, because the file that they have open may have been replaced. */
export const timesOpened = (filename: string): number => opened.get(filename) ?? 0;
