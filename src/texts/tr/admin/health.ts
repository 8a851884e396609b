import type { health as en } from "../../en/admin/health.js";

export const health: Record<keyof typeof en, string> = {
  "nav.health": "Durum",
  "health.title": "Sistem durumu",
  "health.count.ok_one": "{count} denetim başarılı",
  "health.count.ok_other": "{count} denetim başarılı",
  "health.count.warning_one": "{count} uyarı",
  "health.count.warning_other": "{count} uyarı",
  "health.count.failed_one": "{count} başarısız",
  "health.count.failed_other": "{count} başarısız",
  "health.state.ok": "Başarılı",
  "health.state.warning": "Uyarı",
  "health.state.failed": "Başarısız",
  "health.at": "Son denetim: {time}.",
  "health.command":
    "“authdock doctor” komutu aynı denetimleri sunucuda, bu sayfa açılamadığında da yapar. Bulgular komuttaki gibi İngilizcedir.",
};
