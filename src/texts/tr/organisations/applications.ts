import type { organisationApplications as english } from "../../en/organisations/applications.js";

/** The pages about the applications of an organisation, in Turkish. */
export const organisationApplications: Record<keyof typeof english, string> = {
  "organisations.applications": "Uygulamalar",
  "organisations.applications.title": "Kuruluşun uygulamaları",
  "organisations.applications.intro":
    "Bu uygulamalar yalnızca {name} adına işlem yapar ve kullanıcıların onayını ister. Hizmetin yönetimini kullanamazlar.",
  "organisations.applications.empty": "Henüz uygulama yok.",
  "organisations.applications.empty.example": "Örneğin, {name} üyelerinin oturum açtığı kuruluş içi site.",
  "organisations.applications.back": "Uygulamalar",
  "organisations.applications.create.title": "Kuruluş için yeni uygulama",
  "organisations.applications.edit.title": "Kuruluşun uygulaması",
  "organisations.applications.role": "Kuruluştaki rolü",
  "organisations.applications.role.hint":
    "Kendi adına çalışan (client credentials) uygulamalar içindir: bu rolün görebildiklerini okur. Diğerlerine gerekmez.",
  "organisations.applications.too_many": "Kuruluşun zaten {max} uygulaması var.",
  "oauth.origin.organisation": "{name} adlı kuruluşa ait. Bu hizmette kimse onu denetlemedi.",
};
