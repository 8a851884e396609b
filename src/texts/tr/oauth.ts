import type { oauth as en } from "../en/oauth.js";

export const oauth: Record<keyof typeof en, string> = {
  "field.user_code": "Kod",
  "oauth.consent.title": "Erişime izin verin",
  "oauth.consent.asks": "{name} sizin adınıza işlem yapmak istiyor",
  "oauth.consent.back": "Ardından {host} adresine dönersiniz.",
  "oauth.consent.back_local": "Ardından bu cihazdaki bir programa dönersiniz ({host}).",
  "oauth.consent.may": "İzin verirseniz şunları yapabilir:",
  "oauth.consent.limit": "Hesabınızın yapabildiğinden fazlasını hiçbir zaman yapamaz.",
  "oauth.consent.ends": "Buna dilediğiniz zaman Profil → Uygulamalar altında son verebilirsiniz.",
  "oauth.consent.allow": "İzin ver",
  "oauth.consent.deny": "Reddet",
  "oauth.account": "Hesabınız",
  "oauth.account.other": "Başka bir hesap kullan",
  "oauth.may.everything": "API üzerinden yapabildiğiniz her şeyi yapmak",
  "oauth.may.common": "Temel profilinizi okumak: ad, e-posta, rol ve durum",
  "oauth.may.files_read": "Dosyaları görmek",
  "oauth.may.files_write": "Dosya eklemek, değiştirmek ve silmek",
  "oauth.go_on.title": "Devam ediliyor",
  "oauth.go_on.to": "{name} uygulamasına devam ediliyor",
  "oauth.go_on.text": "Bu uygulamaya daha önce izin verdiniz. Sıradaki adres: {host}.",
  "oauth.go_on.submit": "Devam et",
  "oauth.distrusted.title": "Bu bağlantı kullanılamaz",
  "oauth.distrusted.client":
    "Bağlantı, bu hizmetin tanımadığı bir uygulamadan geliyor. Hiçbir şeye izin verilmedi. Buraya güvendiğiniz bir uygulamadan geldiyseniz onu işletenlere bildirin.",
  "oauth.distrusted.redirect_uri":
    "Bağlantı, sizi uygulamanın kaydettirmediği bir adrese göndermek istiyor. Hiçbir şeye izin verilmedi. Buraya güvendiğiniz bir uygulamadan geldiyseniz onu işletenlere bildirin.",
  "oauth.expired.title": "Bu sorunun süresi doldu",
  "oauth.expired":
    "Daha önce yanıtlandı, üzerinden on dakikadan fazla geçti ya da bu arada yeniden oturum açtınız. Yanıtınız sayılmadı. Uygulamaya dönüp yeniden başlayın.",
  "oauth.outcome.go_on": "Başlangıç sayfasına git",
  "oauth.device.title": "Cihaz bağlama",
  "oauth.device.intro": "Cihazınızın gösterdiği kodu girin.",
  "oauth.device.hint": "Sekiz harf. Büyük-küçük harf ve tire önemli değildir.",
  "oauth.device.submit": "Devam et",
  "oauth.device.unknown": "Bu kod geçerli değil: yanlış yazılmış, kullanılmış ya da on dakikadan eski.",
  "oauth.device.asks": "{name} bağlansın mı?",
  "oauth.device.code": "Cihazınızdaki kod",
  "oauth.device.warning":
    "Cihaz önünüzde mi, tam olarak bu kodu gösteriyor mu ve bunu siz mi başlattınız? Kodu size biri gönderdiyse reddedin: yoksa hesabınıza girer.",
  "oauth.device.done.title": "Cihaz bağlandı",
  "oauth.device.done": "Cihazınıza dönün; birkaç saniye içinde devam eder. Bu sayfayı kapatabilirsiniz.",
  "oauth.device.denied.title": "Cihaz bağlanmadı",
  "oauth.device.denied": "Hiçbir şeye izin verilmedi. Bu sayfayı kapatabilirsiniz.",
  "oauth.device.late.title": "Çok geç kalındı",
  "oauth.device.late":
    "Kodun süresi doldu ya da bu arada yanıtlandı. Yanıtınız sayılmadı. Cihazın yeni bir kod göstermesini sağlayın.",
};
