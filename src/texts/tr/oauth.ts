import type { oauth as en } from "../en/oauth.js";

export const oauth: Record<keyof typeof en, string> = {
  "field.user_code": "Kod",
  "oauth.consent.title": "Erişime izin verin",
  "oauth.consent.asks": "{name} hesabınıza erişmek istiyor",
  "oauth.consent.back": "{host} adresine yönlendirileceksiniz.",
  "oauth.consent.back_local": "Bu cihazdaki bir programa yönlendirileceksiniz ({host}).",
  "oauth.consent.may": "Şunları yapabilecek:",
  "oauth.consent.limit": "Sizin yapabildiğinizden fazlasını hiçbir zaman yapamaz.",
  "oauth.consent.ends": "Bunu dilediğiniz zaman Profil → Uygulamalar altında iptal edebilirsiniz.",
  "oauth.consent.allow": "İzin ver",
  "oauth.consent.deny": "Reddet",
  "oauth.account": "Hesabınız",
  "oauth.account.other": "Başka bir hesap kullan",
  "oauth.may.everything": "API üzerinden yapabildiğiniz her şeyi yapmak",
  "oauth.may.common": "temel profilinizi okumak: ad, e-posta, rol ve durum",
  "oauth.may.files_read": "dosyaları görmek",
  "oauth.may.files_write": "dosya eklemek, değiştirmek ve silmek",
  "oauth.go_on.title": "Devam",
  "oauth.go_on.to": "{name} uygulamasına devam",
  "oauth.go_on.text": "Bu uygulamaya zaten izin verdiniz. {host} adresine yönlendirileceksiniz.",
  "oauth.go_on.submit": "Devam et",
  "oauth.distrusted.title": "Bu bağlantı çalışmıyor",
  "oauth.distrusted.client":
    "Uygulama bu hizmette kayıtlı değil. Erişim verilmedi. Uygulamaya güveniyorsanız desteğine bildirin.",
  "oauth.distrusted.redirect_uri":
    "Uygulama, sizi göndermek istediği adresi kaydettirmemiş. Erişim verilmedi. Uygulamaya güveniyorsanız desteğine bildirin.",
  "oauth.expired.title": "Bu isteğin süresi doldu",
  "oauth.expired":
    "Zaten yanıtlandı, on dakikadan eski ya da bu arada yeniden oturum açtınız. Yanıtınız kullanılmadı. Uygulamaya dönüp yeniden başlayın.",
  "oauth.outcome.go_on": "Ana sayfaya git",
  "oauth.device.title": "Cihaz bağlama",
  "oauth.device.intro": "Cihazınızda gösterilen kodu girin.",
  "oauth.device.hint": "Sekiz harf. Büyük-küçük harf ve tire önemli değildir.",
  "oauth.device.submit": "Devam et",
  "oauth.device.unknown": "Bu kod geçerli değil: yanlış yazılmış, kullanılmış ya da on dakikadan eski.",
  "oauth.device.asks": "{name} bağlansın mı?",
  "oauth.device.code": "Cihazınızdaki kod",
  "oauth.device.warning":
    "Yalnızca siz başlattıysanız ve önünüzdeki cihaz bu kodu gösteriyorsa izin verin. Bu kodu size biri gönderdiyse reddedin: hesabınıza girmeye çalışıyor.",
  "oauth.device.done.title": "Cihaz bağlandı",
  "oauth.device.done": "Cihazınıza dönün; birkaç saniye içinde devam eder. Bu sayfayı kapatabilirsiniz.",
  "oauth.device.denied.title": "Cihaz bağlanmadı",
  "oauth.device.denied": "Erişim verilmedi. Bu sayfayı kapatabilirsiniz.",
  "oauth.device.late.title": "Bu kodun süresi doldu",
  "oauth.device.late":
    "Kodun süresi doldu ya da zaten yanıtlandı. Yanıtınız kullanılmadı. Cihazınızdan yeni bir kod alın.",
};
