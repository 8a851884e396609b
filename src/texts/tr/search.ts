import type { search as en } from "../en/search.js";

export const search: Record<keyof typeof en, string> = {
  "combobox.found": "{count} sonuç",
  "combobox.none": "Sonuç yok",
  "search.title": "Ara",
  "search.label": "Sayfa, ayar ve kullanıcı ara",
  "search.results": "Sonuçlar",
  "search.close": "Kapat",
  "search.failed": "Arama yapılamadı. Biraz sonra yeniden deneyin.",
  "search.pages": "Sayfalar",
  "search.settings": "Ayarlar",
  "search.users": "Kullanıcılar",
  "search.users.all": "{count} kullanıcının tümünü göster",
};
