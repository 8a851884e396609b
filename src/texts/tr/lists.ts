import type { lists as en } from "../en/lists.js";

export const lists: Record<keyof typeof en, string> = {
  "list.search": "Ara",
  "list.any": "Tümü",
  "list.more_filters": "Diğer filtreler",
  "list.all": "Filtreleri temizle",
  "list.nothing": "Bu filtrelerle eşleşen bir şey yok.",
  "list.nothing_found": "“{search}” ile eşleşen bir şey yok.",
  "list.rows": "{total} kayıttan {from} ile {to} arası",
  "list.many": "10.000+",
  "list.pages": "Sayfalar",
  "list.page": "Sayfa {page} / {last}",
  "list.per_page": "Sayfa başına satır",
  "list.first": "İlk",
  "list.last": "Son",
  "list.previous": "Önceki",
  "list.next": "Sonraki",
  "list.newest": "En yeniler",
  "list.newer": "Daha yeni",
  "list.older": "Daha eski",
  "list.export": "CSV olarak dışa aktar",
  "list.actions": "İşlemler",
};
