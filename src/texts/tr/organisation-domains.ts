import type { organisationDomains as en } from "../en/organisation-domains.js";

export const organisationDomains: Record<keyof typeof en, string> = {
  "field.domain": "Alan adı",
  "organisations.domains": "Alan adları",
  "organisations.domains.title": "Kuruluşun alan adları",
  "organisations.domains.intro": "Doğrulanmış bir alan adı bu hizmette başka bir kuruluşun olamaz.",
  "organisations.domains.list": "Tüm alan adları",
  "organisations.domains.empty": "Henüz alan adı yok.",
  "organisations.domains.empty.example": "Örneğin {name} adreslerinde @ işaretinden sonraki bölüm.",
  "organisations.domains.add": "Alan adı ekle",
  "organisations.domains.add.hint": "Örneğin acme.example.",
  "organisations.domains.added": "{domain} alan adı eklendi. Şimdi doğrulayın.",
  "organisations.domains.record": "TXT kaydı",
  "organisations.domains.record.name": "Ad",
  "organisations.domains.record.value": "Değer",
  "organisations.domains.state": "Durum",
  "organisations.domains.verified_at": "Doğrulandı",
  "organisations.domains.unverified": "Doğrulanmadı. Alan adının DNS ayarlarına şu TXT kaydını ekleyin:",
  "organisations.domains.verify": "Doğrula",
  "organisations.domains.verify.of": "Doğrula: {domain}",
  "organisations.domains.verified": "{domain} alan adı doğrulandı.",
  "organisations.domains.remove": "Kaldır",
  "organisations.domains.remove.of": "Kaldır: {domain}",
  "organisations.domains.remove.ask":
    "Ardından başka bir kuruluş bu alan adını doğrulayabilir. Üyeler kalır.",
  "organisations.domains.removed": "{domain} alan adı kaldırıldı.",
};
