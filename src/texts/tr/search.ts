import type { search as en } from "../en/search.js";

export const search: Record<keyof typeof en, string> = {
  "combobox.found": "{count} sonuç",
  "combobox.none": "Sonuç yok",
};
