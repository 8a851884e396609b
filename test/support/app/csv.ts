import type { Response } from "supertest";

/** Parses a CSV file into rows keyed by column name (RFC 4180). */
export function csvRows({ text }: Response): Record<string, string>[] {
  const lines = [...text.replace(/^\uFEFF/, "").matchAll(/(?:(?:"(?:[^"]|"")*"|)(?:,|(?=\r\n)))+\r\n/g)];
  const [head = [], ...rows] = lines.map(([line]) =>
    [...line.matchAll(/("(?:[^"]|"")*"|)(?:,|\r\n)/g)].map(([, cell]) =>
      cell!.replace(/^"|"$/g, "").replaceAll('""', '"'),
    ),
  );
  return rows.map((cells) => Object.fromEntries(head.map((name, index) => [name, cells[index]!])));
}
