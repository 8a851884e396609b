import type { organisationRules as en } from "../../en/organisations/rules.js";

export const organisationRules: Record<keyof typeof en, string> = {
  "field.rules.second_factor": "İkinci adım veya geçiş anahtarı zorunlu",
  "field.rules.session_minutes": "Girişten sonraki dakikalar",
  "field.rules.provider": "Giriş yolu",
  "organisations.rules": "Kurallar",
  "organisations.rules.title": "Kuruluşun kuralları",
  "organisations.rules.intro":
    "Üyelerin, ellerindeki jetonlarla bile kuruluşta bir şey yapmadan önce yerine getirmesi gerekenler. Yeni bir kural, uygulamaların bu kuruluş için aldığı jetonları sonlandırır.",
  "organisations.rules.second_factor.hint":
    "Üyeler tarayıcıda bununla giriş yapar. Jetonlar için hesapta bulunması yeterlidir.",
  "organisations.rules.session_minutes.hint":
    "Ardından üyeler kimliklerini doğrular, uygulamalar da onlara yeniden sorar. {min}-{max}; sınır yoksa boş bırakın.",
  "organisations.rules.provider.hint": "Her üyenin orada bir hesabı olmalıdır.",
  "organisations.rules.provider.any": "Herhangi bir yol",
  "organisations.rules.status.hint":
    "Askıya alınan bir kuruluşta üyeler yalnızca ayrılabilir. Bunu yalnızca hizmetin yönetimi değiştirebilir.",
  "organisations.status.active": "Etkin",
  "organisations.status.suspended": "Askıda",
  "organisations.rules.not_met": "Bu kuralı siz de karşılamıyorsunuz.",
  "organisations.rules.unmet.suspended": "{name} askıya alındı.",
  "organisations.rules.unmet.second_factor":
    "{name} ikinci adım veya geçiş anahtarı istiyor. Bir tane ekleyin ya da onunla giriş yapın.",
  "organisations.rules.unmet.session": "{name} kimliğinizi yeniden doğrulamanızı istiyor.",
  "organisations.rules.unmet.provider": "{name} kendi sağlayıcısıyla giriş yapmanızı istiyor.",
  "organisations.validation.session_minutes": "{min} ile {max} arasında bir tam sayı girin.",
};
