import type { Response } from "supertest";

/** Rows of a file by the names of their columns; cells are quoted or empty (RFC 4180). */
export function csvRows({ text }: Response): Record<string, string>[] {
  const lines = [...text.replace(/^\uFEFF/, "").matchAll(/(?:(?:"(?:[^"]|"")*"|)(?:,|(?=\r\n)))+\r\n/g)];
  const [head = [], ...rows] = lines.map(([line]) =>
    [...line.matchAll(/("(?:[^"]|"")*"|)(?:,|\r\n)/g)].map(([, cell]) =>
      cell!.replace(/^"|"$/g, "").replaceAll('""', '"'),
    ),
  );
  return rows.map((cells) => Object.fromEntries(head.map((name, index) => [name, cells[index]!])));
}
