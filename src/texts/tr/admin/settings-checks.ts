import type { settingsChecks as en } from "../../en/admin/settings-checks.js";

export const settingsChecks: Record<keyof typeof en, string> = {
  "settings.wrong.unknown": "Böyle bir ayar yok.",
  "settings.wrong.fixed": "{name} sunucunun yapılandırmasında belirlenmiştir. Orada değiştirin.",
  "settings.wrong.flag": "Değer, evet için 1 ya da hayır için 0 olmalıdır.",
  "settings.wrong.integer": "Lütfen {minimum} ile {maximum} arasında bir tam sayı girin.",
  "settings.wrong.choice": "Şunlardan birini seçin: {options}.",
  "settings.wrong.line": "Tek satırda 1 ile {max} karakter arasında girin.",
  "settings.wrong.line_or_blank": "Tek satırda en fazla {max} karakter girin.",
  "settings.wrong.key": "Boşluksuz en fazla {max} karakter girin.",
  "settings.wrong.credential": "Satır sonu olmadan en fazla {max} karakter girin.",
  "settings.wrong.timezone": "Europe/Istanbul gibi bir saat dilimi seçin.",
  "settings.wrong.host": "Yalnızca bir sunucunun adını ya da adresini girin, örneğin smtp.example.com.",
  "settings.wrong.domains":
    "Her satıra bir tane olmak üzere en çok {max} alan adı girin, örneğin agent.example.com.",
  "settings.wrong.captcha_incomplete": "Hem site anahtarını hem gizli anahtarı girin.",
  "settings.wrong.two_factor_required_off":
    "Önce iki adımlı doğrulamayı ya da geçiş anahtarlarını açın. İkisi de kapalıyken kimse ikinci bir adım kuramaz.",
  "settings.wrong.two_factor_off_required": "İkinci adım zorunlu. Bunu kapatmadan önce zorunluluğu kaldırın.",
  "settings.wrong.mail_password_missing": "Kullanıcı adının parolası da gerekir.",
  "settings.wrong.mail_open_credentials":
    "Kullanıcı adı ve parola başka bir makineye şifrelenmeden gönderilmez. STARTTLS ya da TLS seçin veya kullanıcı adını boş bırakın.",
  "settings.wrong.secret_again":
    "Kayıtlı değer önceki sunucuya, şifrelemeye ya da sağlayıcıya ait. Yeniden girin ya da kaldırın.",

  "settings.confirm.title": "Bu değişikliği onaylayın",
  "settings.confirm.intro": "Henüz hiçbir şey kaydedilmedi. Bu değişiklik şu anlama gelir:",
  "settings.confirm.submit": "Yine de kaydet",
  "settings.confirm.cancel": "Vazgeç",
  "settings.confirm.or_change": "Girdiklerinizi düzenlemek için vazgeçin. Gizli bilgileri de yeniden girin.",
  "settings.confirm.expired": "Onayın süresi doldu ve hiçbir şey kaydedilmedi. Değişikliği yeniden yapın.",
  "settings.warning.registration_opened": "Bu hizmete ulaşabilen herkes hesap oluşturabilir.",
  "settings.warning.documents_any": "Her alan adından uygulamalar kullanıcılarınızdan erişim isteyebilir.",
  "settings.warning.clients_register":
    "Herkes uygulama kaydedebilir ve kullanıcılarınızdan erişim isteyebilir.",
  "settings.warning.verification_off":
    "E-posta adresleri artık doğrulanmaz: kişiler başkasının adresiyle kaydolabilir.",
  "settings.warning.verification_on_one":
    "{count} hesabın adresi doğrulanmamış. Doğrulanana kadar başka bir sayfa açamaz ve API'de oturum açamaz.",
  "settings.warning.verification_on_other":
    "{count} hesabın adresi doğrulanmamış. Doğrulanana kadar başka bir sayfa açamaz ve API'de oturum açamazlar.",
  "settings.warning.verification_on_self_one":
    "Kendi adresiniz doğrulanmamış. Doğrulayana kadar başka bir sayfa açamazsınız: önce e-posta gönderiminin çalıştığından emin olun.",
  "settings.warning.verification_on_self_other":
    "Sizinki dahil {count} hesabın adresi doğrulanmamış. Doğrulanana kadar başka bir sayfa açamazlar: önce e-posta gönderiminin çalıştığından emin olun.",
  "settings.warning.two_factor_off": "İkinci adımı kuranlarınki dahil her hesap yalnızca parolayla açılır.",
  "settings.warning.two_factor_fewer":
    "Daha az hesapta ikinci adım zorunlu olur. Diğer hesaplar ikinci adımı kapatabilir.",
  "settings.warning.two_factor_required_one":
    "{count} hesabın ikinci adımı yok. Ek süre bitince, ikinci adım kurulana kadar başka hiçbir şey yapamaz.",
  "settings.warning.two_factor_required_other":
    "{count} hesabın ikinci adımı yok. Ek süre bitince, ikinci adım kurulana kadar başka hiçbir şey yapamazlar.",
  "settings.warning.two_factor_required_now_one":
    "{count} hesabın ikinci adımı yok. İkinci adım kurulana kadar şu andan itibaren başka hiçbir şey yapamaz.",
  "settings.warning.two_factor_required_now_other":
    "{count} hesabın ikinci adımı yok. İkinci adım kurulana kadar şu andan itibaren başka hiçbir şey yapamazlar.",
  "settings.warning.two_factor_self":
    "Sizin hesabınızın da ikinci adımı yok: bir sonraki sayfa ve API önce onu kurmanızı ister.",
  "settings.warning.passkeys_off":
    "Kimse geçiş anahtarıyla oturum açamaz. Parolası olmayan hesaplar, sıfırlama bağlantısıyla parola belirleyene kadar oturum açamaz.",
  "settings.warning.throttle_relaxed": "Saldırganlar dakikada üç kat fazla parola deneyebilir.",
  "settings.warning.shorter": "Yeni parolalar daha kısa olabilir: {before} yerine {after} karakter.",
  "settings.warning.mixed_case_off": "Yeni parolalarda büyük ve küçük harf artık birlikte gerekmez.",
  "settings.warning.numbers_off": "Yeni parolalarda artık rakam gerekmez.",
  "settings.warning.symbols_off": "Yeni parolalarda artık simge gerekmez.",
  "settings.warning.blocklist_off": "Kişiler, saldırganların ilk denediği parolaları seçebilir.",
  "settings.warning.expiry_off": "Parolaların süresi artık hiç dolmaz.",
  "settings.warning.expiry_later": "Parolaların süresi {before} yerine {after} gün sonra dolar.",
  "settings.warning.confirm_longer":
    "Kilitlenmeden bırakılan bir ekranda hassas değişiklikler {before} yerine {after} dakika boyunca yapılabilir.",
  "settings.warning.scopes_off":
    "Kişisel erişim jetonları, oturum açma yöntemlerini değiştirmek dışında, sahiplerinin API üzerinden yapabildiği her şeyi yeniden yapabilir.",
  "settings.warning.scopes_on":
    "Kapsamı seçilmiş kişisel erişim jetonları yalnızca bu kapsamların açtıklarını yapabilir. Daha fazlasına ihtiyaç duyan programlar erişimini hemen kaybeder.",
  "settings.warning.captcha_off": "Robotlar oturum açma, kayıt ve parola sıfırlama formlarını kullanabilir.",
  "settings.warning.captcha_on":
    "Anahtarlar yanlışsa siz dahil hiç kimse oturum açamaz. Önce robot denetimini deneyin.",
  "settings.warning.mail_open":
    "E-postalar, hesaplara erişim veren bağlantılar dahil, ağdan şifrelenmeden geçer.",
  "settings.warning.mail_password_removed": "E-posta sunucusunun kayıtlı parolası silinir. Geri getirilemez.",
  "settings.warning.captcha_secret_removed": "Kayıtlı gizli anahtar silinir. Geri getirilemez.",

  "settings.mail_figures.title": "Kuyruk",
  "settings.mail_figures.queued": "Kuyrukta",
  "settings.mail_figures.failed": "Son bir haftada gönderilemeyen",
  "settings.mail_figures.expired": "Gönderilmeden süresi dolan",
  "settings.mail_figures.retry":
    "Gönderilemeyenleri yeniden kuyruğa almak için sunucuda authdock mail retry komutunu çalıştırın.",
  "settings.mail_test.title": "Deneme e-postası",
  "settings.mail_test.intro": "{email} adresine hemen, kayıtlı ayarlarla bir e-posta gönderir.",
  "settings.mail_test.submit": "Deneme e-postası gönder",
  "settings.mail_test.sent":
    "E-posta sunucusu, {email} adresine giden deneme e-postasını kabul etti. Gelen kutunuza bakın.",
  "settings.mail_test.credentials": "E-posta gönderilmedi: sunucu kullanıcı adını ve parolayı kabul etmedi.",
  "settings.mail_test.encryption":
    "E-posta gönderilmedi: güvenli bir bağlantı kurulamadı. Şifrelemeyi, bağlantı noktasını ve sunucunun sertifikasını kontrol edin.",
  "settings.mail_test.unreachable": "E-posta gönderilmedi: bu sunucu ve bağlantı noktasında yanıt veren yok.",
  "settings.mail_test.timeout":
    "E-posta gönderilmedi: sunucu zamanında yanıt vermedi. Sunucuyu ve bağlantı noktasını kontrol edin.",
  "settings.mail_test.address": "E-posta gönderilmedi: sunucu göndereni ya da alıcıyı reddetti.",
  "settings.mail_test.refused": "E-posta gönderilmedi: sunucu reddetti. Ayrıntılar hizmetin günlüğünde.",
  "settings.mail_route.settings":
    "Şu anda e-postaları, aşağıda ayarlandığı gibi {host} ({port} numaralı bağlantı noktası) gönderiyor.",
  "settings.mail_route.environment":
    "Şu anda e-postaları, sunucunun yapılandırmasında belirtildiği gibi {host} gönderiyor.",
  "settings.mail_route.folder":
    "Şu anda e-postalar gönderilmiyor: sunucunun yapılandırması onları geliştirme için bir klasöre koyuyor.",

  "settings.captcha_test.title": "Robot denetimini deneyin",
  "settings.captcha_test.intro":
    "Robot denetimini kayıtlı anahtarlarla bu sayfada gösterir ve yanıtınızı doğrular; denetim kapalıyken de.",
  "settings.captcha_test.keys_first": "Önce iki anahtarı da kaydedin. Sonra burada deneyebilirsiniz.",
  "settings.captcha_test.start": "Denetimi göster",
  "settings.captcha_test.submit": "Yanıtı doğrula",
  "settings.captcha_test.passed": "Robot denetimi kayıtlı anahtarlarla çalışıyor.",
  "settings.captcha_test.missing":
    "Denetimden yanıt gelmedi. Hata gösteriyorsa site anahtarı ya da alan adları listesi yanlıştır.",
  "settings.captcha_test.refused": "Sağlayıcı yanıtı reddetti. Yeniden deneyin.",
  "settings.captcha_test.wrong_keys":
    "Sağlayıcı gizli anahtarı reddetti ya da anahtar bu site anahtarına ait değil.",
  "settings.captcha_test.unavailable": "Bu sunucudan sağlayıcıya ulaşılamıyor. Ayrıntılar günlükte.",
};
