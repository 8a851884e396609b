import type { branding as en } from "../../en/admin/branding.js";

export const branding: Record<keyof typeof en, string> = {
  "settings.branding.label": "Marka",
  "settings.branding.title": "Marka ayarları",
  "settings.section.branding_name": "Ad ve renk",
  "settings.section.branding_help": "Yardım ve yasal bilgiler",
  "settings.section.branding_sign_in": "Oturum açma",

  "field.branding_accent": "Vurgu rengi",
  "field.branding_support_email": "Destek e-postası",
  "field.branding_terms_url": "Kullanım koşulları",
  "field.branding_privacy_url": "Gizlilik politikası",
  "field.branding_sign_in_text": "Karşılama metni",
  "settings.hint.branding_accent":
    "Düğmeler için. Okunması zor olacağı yerde rengi açar ya da koyulaştırırız.",
  "settings.hint.branding_support_email": "Her sayfada ve her e-postada görünür.",
  "settings.hint.branding_terms_url": "Tam adres, örneğin https://example.com/kosullar.",
  "settings.hint.branding_privacy_url": "Tam adres, örneğin https://example.com/gizlilik.",
  "settings.hint.branding_sign_in_text":
    "Başlangıç ve oturum açma sayfalarındaki düz metin. En çok 500 karakter.",

  "settings.wrong.picture_name": "Dosya adı yazmak yerine bir resim yükleyin.",
  "settings.wrong.colour": "# ve 0–f arasında altı basamakla bir renk girin, örneğin #0b7285.",
  "settings.wrong.web_address":
    "https:// ya da http:// ile başlayan, en çok {max} karakterlik tam bir adres girin.",
  "settings.wrong.paragraph": "En çok {max} karakterlik düz metin girin.",

  "settings.preview.title": "Önizleme",
  "settings.preview.light": "Açık",
  "settings.preview.dark": "Koyu",
  "settings.preview.button": "Oturum aç",
  "settings.preview.stored": "Kaydedilmiş ayarları gösterir.",
  "settings.preview.live": "Değişikliklerinizi kaydetmeden önce gösterir.",
  "settings.preview.adjusted": "Düğmeler görülebilsin diye {fill} olarak gösterilir.",

  "settings.logo.title": "Logolar",
  "settings.logo.light": "Açık zemin üzerinde",
  "settings.logo.dark": "Koyu zemin üzerinde",
  "logo.hint":
    "JPEG, PNG ya da WebP, en çok 2 MiB. En çok 512 × 512 piksele küçültürüz. Ad her zaman onunla gösterilir.",
  "logo.none": "Logo yok",
  "settings.logo.other": "Burada da diğer logo kullanılır.",
  "logo.submit": "Yükle",
  "logo.remove": "Logoyu kaldır",
  "logo.changed": "Logo değiştirildi.",
  "logo.removed": "Logo kaldırıldı.",

  "landing.title": "Hoş geldiniz",
  "landing.heading": "{app} hizmetine hoş geldiniz",
  "landing.intro": "Burada oturum açtığınız tüm uygulamalar için tek hesabınız.",
  "landing.sign_in": "Oturum aç",
  "landing.applications": "Hesabınızı hangi uygulamaların kullanabileceğini seçin.",
  "landing.security": "Hesabınızı iki adımlı doğrulamayla koruyun.",
  "landing.control": "Nerede oturum açtığınızı görün ve istediğiniz oturumu sonlandırın.",
  "landing.docs": "API belgeleri",

  "error.sign_in": "Oturum aç",
  "error.dashboard": "Panele git",
  "error.confirm": "Kimliğinizi doğrulayın",
  "error.account": "Hesaba git",
  "error.ask": "Yardım mı gerekiyor? Adres:",
  "error.ask_access": "Erişim mi gerekiyor? Yöneticiye sorun:",
  "error.403.permission": "Hesabınızda şu yetki yok:",

  "footer.label": "Yardım ve yasal bilgiler",
  "footer.support": "Destek: {email}",
  "footer.terms": "Kullanım koşulları",
  "footer.privacy": "Gizlilik politikası",
  "mail.support": "Sorunuz mu var? {email} adresine yazın",
};
