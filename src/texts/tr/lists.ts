import type { lists as en } from "../en/lists.js";

export const lists: Record<keyof typeof en, string> = {
  "list.search": "Ara",
  "list.any": "Tümü",
  "list.more_filters": "Diğer filtreler",
  "list.all": "Tümünü göster",
  "list.nothing": "Bu filtrelerle eşleşen bir şey yok.",
  "list.nothing_found": "“{search}” ile eşleşen bir şey yok.",
  "list.rows": "{total} kayıttan {from} ile {to} arası",
  "list.pages": "Listenin sayfaları",
  "list.page": "Sayfa {page} / {last}",
  "list.previous": "Önceki",
  "list.next": "Sonraki",
  "list.export": "CSV olarak dışa aktar",
  "list.actions": "İşlemler",
};
