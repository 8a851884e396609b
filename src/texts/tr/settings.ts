import type { settings as en } from "../en/settings.js";

export const settings: Record<keyof typeof en, string> = {
  "nav.settings": "Ayarlar",

  "settings.pages": "Ayar sayfaları",
  "settings.general.label": "Genel",
  "settings.general.title": "Genel ayarlar",
  "settings.security.label": "Güvenlik",
  "settings.security.title": "Güvenlik ayarları",
  "settings.mail.label": "E-posta",
  "settings.mail.title": "E-posta ayarları",
  "settings.captcha.label": "Robot denetimi",
  "settings.captcha.title": "Robot denetimi ayarları",
  "settings.effect": "Değişiklikler, herhangi birinin açtığı bir sonraki sayfada geçerli olur.",
  "settings.read_only": "Bu ayarları görebilirsiniz. Değiştirmek için settings.update yetkisi gerekir.",
  "settings.saved": "Ayarlar kaydedildi.",
  "settings.unchanged": "Farklı bir şey yoktu, hiçbir şey değiştirilmedi.",
  "settings.on": "Açık",
  "settings.off": "Kapalı",
  "settings.none": "Yok",
  "settings.never": "Hiçbir zaman",

  "settings.section.service": "Hizmet",
  "settings.section.accounts": "Hesaplar",
  "settings.section.sign_in": "Oturum açma",
  "settings.section.passwords": "Parola kuralları",
  "settings.section.mail_route": "E-postalar nasıl gönderilir",
  "settings.section.mail_server": "E-posta sunucusu",
  "settings.section.mail_sender": "Gönderen",
  "settings.section.captcha_keys": "Sağlayıcı",
  "settings.section.captcha_use": "Kullanım",

  "field.general_app_name": "Uygulamanın adı",
  "field.general_locale": "Dil",
  "field.general_timezone": "Saat dilimi",
  "field.auth_registration": "İnsanlar kendileri kaydolabilir",
  "field.auth_email_verification": "E-posta adresleri doğrulanmalıdır",
  "field.auth_password_reset": "Unutulan parolalar e-postayla sıfırlanabilir",
  "field.auth_two_factor": "İki adımlı doğrulama",
  "field.auth_login_throttle": "Oturum açma denemesi sınırı",
  "field.auth_password_confirm_minutes": "Parolanın yeniden sorulmasına kadar geçen dakika",
  "field.auth_password_min_length": "En kısa parola",
  "field.auth_password_require_mixed_case": "Büyük ve küçük harf",
  "field.auth_password_require_numbers": "Rakam",
  "field.auth_password_require_symbols": "Simge",
  "field.auth_password_blocklist": "Yaygın parolaları reddet (önerilir)",
  "field.auth_password_expiry_days": "Parolanın süresinin dolmasına kadar geçen gün",
  "field.mail_override": "E-postaları gönderen",
  "field.mail_host": "Sunucu",
  "field.mail_port": "Bağlantı noktası",
  "field.mail_encryption": "Şifreleme",
  "field.mail_username": "Kullanıcı adı",
  "field.mail_password": "E-posta sunucusunun parolası",
  "field.mail_from_address": "Gönderenin adresi",
  "field.mail_from_name": "Gönderenin adı",
  "field.captcha_provider": "Servis",
  "field.captcha_site_key": "Site anahtarı",
  "field.captcha_secret_key": "Gizli anahtar",
  "field.captcha_enabled": "Robotlara karşı denetim",
  "field.captcha_response": "Robotlara karşı denetim",

  "settings.hint.general_app_name": "Her sayfada ve her e-postada görünür.",
  "settings.hint.general_locale": "Tarayıcısı bildiğimiz bir dili istemeyen ziyaretçiler için.",
  "settings.hint.general_timezone":
    "Oturum açmamış ziyaretçiler için. Herkes kendi saat dilimini profilinde seçer.",
  "settings.hint.auth_registration": "Bu kapalıyken hesapları yalnızca yöneticiler oluşturur.",
  "settings.hint.auth_email_verification":
    "Yeni kişiler ancak e-postadaki bağlantıyı açtıktan sonra devam eder. Açmadan önce e-posta ayarlarını deneyin.",
  "settings.hint.auth_password_reset": "Bu kapalıyken yeni parolayı bir yöneticinin belirlemesi gerekir.",
  "settings.hint.auth_two_factor":
    "İnsanlar hesaplarını bir doğrulama uygulamasıyla koruyabilir. Bu kapalıyken kimseye kod sorulmaz; kurdukları saklanır.",
  "settings.hint.auth_login_throttle": "Her zaman bir sınır vardır. Oturum açma sayfası için geçerlidir.",
  "settings.hint.auth_password_confirm_minutes":
    "Girilen parolanın bunun gibi hassas değişikliklerde ne kadar geçerli kaldığı. {minimum} ile {maximum} arası.",
  "settings.hint.auth_password_min_length":
    "Karakter olarak, {minimum} ile {maximum} arası. Uzunluk diğer tüm kurallardan daha iyi korur.",
  "settings.hint.auth_password_require_mixed_case": "Her birinden en az bir tane.",
  "settings.hint.auth_password_require_numbers": "En az bir tane.",
  "settings.hint.auth_password_require_symbols": "En az bir noktalama işareti, im ya da boşluk.",
  "settings.hint.auth_password_blocklist":
    "Saldırganların ilk denediği 49.000 parola. Bu sunucuda karşılaştırılır; hiçbir yere bir şey gönderilmez.",
  "settings.hint.auth_password_expiry_days":
    "0 hiçbir zaman demektir; güvenlik uzmanlarının önerisi budur. En fazla {maximum}. Daha eski parolalar bir sonraki girişte yenilenir.",
  "settings.hint.mail_override": "Bir sonraki e-posta için geçerli olur.",
  "settings.hint.mail_host": "Örneğin smtp.example.com.",
  "settings.hint.mail_port": "Genellikle STARTTLS ile 587, TLS ile 465.",
  "settings.hint.mail_encryption": "Bağlantı bu şekilde şifrelenemezse hiçbir e-posta gönderilmez.",
  "settings.hint.mail_username": "Sunucu sormuyorsa boş bırakın.",
  "settings.hint.mail_password": "Kullanıcı adına aittir. Şifrelenmiş saklanır ve bir daha gösterilmez.",
  "settings.hint.mail_from_address": "Sunucunun bunu kabul etmesi gerekir.",
  "settings.hint.mail_from_name": "Uygulamanın adını kullanmak için boş bırakın.",
  "settings.hint.captcha_provider": "Orada bir hesabınız olmalı; iki anahtarı da o verir.",
  "settings.hint.captcha_site_key": "Herkese açıktır: denetimi olan her sayfada bulunur.",
  "settings.hint.captcha_secret_key": "Şifrelenmiş saklanır ve bir daha gösterilmez.",
  "settings.hint.captcha_enabled":
    "Oturum açma, kayıt ve parola sıfırlama formlarında. Açmadan önce aşağıda deneyin.",

  "settings.choice.auth_login_throttle_1": "Sıkı",
  "settings.choice_hint.auth_login_throttle_1":
    "Bir adresten dakikada 10 deneme, bunların 5'i tek bir hesap için.",
  "settings.choice.auth_login_throttle_0": "Gevşek",
  "settings.choice_hint.auth_login_throttle_0":
    "Bir adresten dakikada 30 deneme, bunların 15'i tek bir hesap için. Birçok kişinin aynı adresi paylaştığı ofisler için.",
  "settings.choice.mail_override_0": "Sunucunun yapılandırması",
  "settings.choice_hint.mail_override_0":
    "MAIL_URL ve MAIL_FROM geçerlidir; aşağıya girilenler sonrası için saklanır.",
  "settings.choice.mail_override_1": "Aşağıdaki e-posta sunucusu",
  "settings.choice_hint.mail_override_1": "MAIL_URL ve MAIL_FROM yerine geçer.",
  "settings.choice.mail_encryption_starttls": "STARTTLS (önerilir)",
  "settings.choice_hint.mail_encryption_starttls": "Bağlantı, hiçbir şey söylenmeden önce şifrelenir.",
  "settings.choice.mail_encryption_tls": "Baştan TLS",
  "settings.choice_hint.mail_encryption_tls":
    "Aynı derecede güvenlidir; hangisini konuştuğuna sunucu karar verir.",
  "settings.choice.mail_encryption_none": "Şifreleme yok",
  "settings.choice_hint.mail_encryption_none":
    "Bu makinedeki bir e-posta sunucusu için. Başka bir sunucuya parola asla böyle gönderilmez.",

  "settings.secret.is_set": "Kayıtlı",
  "settings.secret.not_set": "Kayıtlı değil",
  "settings.secret.keep": "Kayıtlı bir tane var. Onu korumak için alanı boş bırakın.",
  "settings.secret.remove": "Kayıtlı olanı kaldır",

  "settings.wrong.unknown": "Böyle bir ayar yok.",
  "settings.wrong.flag": "Değer, evet için 1 ya da hayır için 0 olmalıdır.",
  "settings.wrong.integer": "Lütfen {minimum} ile {maximum} arasında bir tam sayı girin.",
  "settings.wrong.choice": "Lütfen şunlardan birini seçin: {options}.",
  "settings.wrong.line": "Lütfen tek satırda 1 ile {max} karakter arasında girin.",
  "settings.wrong.line_or_blank": "Lütfen tek satırda en fazla {max} karakter girin.",
  "settings.wrong.key": "Lütfen boşluksuz en fazla {max} karakter girin.",
  "settings.wrong.credential": "Lütfen satır sonu olmadan en fazla {max} karakter girin.",
  "settings.wrong.timezone": "Lütfen Europe/Istanbul gibi bir saat dilimi seçin.",
  "settings.wrong.host":
    "Lütfen yalnızca bir sunucunun adını ya da adresini girin, örneğin smtp.example.com.",
  "settings.wrong.captcha_incomplete": "Robot denetimi için site anahtarı ve gizli anahtar gerekir.",
  "settings.wrong.mail_password_missing": "Kullanıcı adının parolası da gerekir.",
  "settings.wrong.mail_open_credentials":
    "Kullanıcı adı ve parola başka bir makineye şifrelenmeden gönderilmez. STARTTLS ya da TLS seçin veya kullanıcı adını boş bırakın.",
  "settings.wrong.secret_again":
    "Kayıtlı olan başka bir şey için verilmişti. Lütfen yeniden girin ya da kaldırın.",

  "settings.confirm.title": "Lütfen önce bunu onaylayın",
  "settings.confirm.intro": "Henüz hiçbir şey kaydedilmedi. Bu değişiklik şu anlama gelir:",
  "settings.confirm.submit": "Yine de kaydet",
  "settings.confirm.cancel": "Ayarları olduğu gibi bırak",
  "settings.confirm.or_change":
    "Ya da aşağıdaki formu değiştirip yeniden kaydedin; girdiğiniz gizli bir bilgi varsa o zaman onu bir kez daha girmeniz gerekir.",
  "settings.confirm.expired":
    "Soru çok uzun süre açık kaldı ve hiçbir şey kaydedilmedi. Lütfen değişikliği yeniden yapın.",
  "settings.warning.registration_opened": "Bu hizmete ulaşabilen herkes hesap oluşturabilir.",
  "settings.warning.verification_off":
    "Artık kimsenin e-posta adresini kanıtlaması gerekmez: insanlar başkasının adresiyle kaydolabilir.",
  "settings.warning.two_factor_off": "İkinci adımı kuranlarınki dahil her hesap yalnızca parolayla açılır.",
  "settings.warning.throttle_relaxed": "Saldırganlar dakikada üç kat fazla parola deneyebilir.",
  "settings.warning.shorter": "Yeni parolalar daha kısa olabilir: {before} yerine {after} karakter.",
  "settings.warning.mixed_case_off": "Yeni parolalarda büyük ve küçük harf artık birlikte gerekmez.",
  "settings.warning.numbers_off": "Yeni parolalarda artık rakam gerekmez.",
  "settings.warning.symbols_off": "Yeni parolalarda artık simge gerekmez.",
  "settings.warning.blocklist_off": "İnsanlar saldırganların ilk denediği parolaları seçebilir.",
  "settings.warning.expiry_off": "Parolaların süresi artık hiç dolmaz.",
  "settings.warning.expiry_later": "Parolaların süresi {before} yerine {after} gün sonra dolar.",
  "settings.warning.confirm_longer":
    "Kilitlenmeden bırakılan bir ekranda hassas değişiklikler {before} yerine {after} dakika boyunca yapılabilir.",
  "settings.warning.captcha_off": "Robotlar oturum açma, kayıt ve parola sıfırlama formlarını kullanabilir.",
  "settings.warning.captcha_on":
    "Anahtarlar doğru değilse siz dahil hiç kimse oturum açma sayfasını geçemez. Önce denetimi deneyin.",
  "settings.warning.mail_open":
    "E-postalar, hesapları açan bağlantılarla birlikte ağdan şifrelenmeden geçer.",
  "settings.warning.mail_password_removed": "E-posta sunucusunun kayıtlı parolası silinir. Geri getirilemez.",
  "settings.warning.captcha_secret_removed": "Kayıtlı gizli anahtar silinir. Geri getirilemez.",

  "settings.policy.title": "Kuralları deneyin",
  "settings.policy.intro": "Yeni bir parolada bulunması gerekenler:",
  "settings.policy.label": "Örnek bir parola",
  "settings.policy.hint": "Tarayıcınızda yukarıda seçili olanlara göre denetlenir ve asla gönderilmez.",
  "settings.policy.common": "En yaygın parolalardan biri olamaz. Bunu yalnızca sunucu denetler.",

  "settings.mail_figures.title": "Gönderim",
  "settings.mail_figures.queued": "Sırada",
  "settings.mail_figures.failed": "Son bir haftada gönderilemeyen",
  "settings.mail_figures.expired": "Gönderilmeden süresi dolan",
  "settings.mail_figures.retry":
    "Gönderilemeyenleri yeniden sıraya almak için sunucuda npm run cli -- mails retry komutunu çalıştırın.",
  "settings.mail_test.title": "Deneme e-postası",
  "settings.mail_test.intro": "{email} adresine hemen, kayıtlı ayarlarla bir e-posta gönderir.",
  "settings.mail_test.submit": "Deneme e-postası gönder",
  "settings.mail_test.sent":
    "E-posta sunucusu {email} için bir deneme e-postası aldı. Lütfen gelen kutunuza bakın.",
  "settings.mail_test.credentials": "E-posta gönderilmedi: sunucu kullanıcı adını ve parolayı kabul etmedi.",
  "settings.mail_test.encryption":
    "E-posta gönderilmedi: güvenli bir bağlantı kurulamadı. Şifrelemeyi ve bağlantı noktasını denetleyin; sunucunun sertifikası da geçersiz olabilir.",
  "settings.mail_test.unreachable": "E-posta gönderilmedi: bu sunucu ve bağlantı noktasında yanıt veren yok.",
  "settings.mail_test.timeout":
    "E-posta gönderilmedi: sunucu zamanında yanıt vermedi. Sunucuyu ve bağlantı noktasını denetleyin.",
  "settings.mail_test.address": "E-posta gönderilmedi: sunucu göndereni ya da alıcıyı reddetti.",
  "settings.mail_test.refused":
    "E-posta gönderilmedi: sunucu onu almadı. Hizmetin günlüğünde daha fazla bilgi var.",
  "settings.mail_route.settings":
    "Şu anda e-postaları, aşağıda ayarlandığı gibi {host} ({port} numaralı bağlantı noktası) gönderiyor.",
  "settings.mail_route.environment":
    "Şu anda e-postaları, sunucunun yapılandırmasında belirtildiği gibi {host} gönderiyor.",
  "settings.mail_route.folder":
    "Şu anda e-postalar gönderilmiyor: sunucunun yapılandırması onları geliştirme için bir klasöre koyuyor.",

  "settings.captcha_test.title": "Denetimi deneyin",
  "settings.captcha_test.intro":
    "Kayıtlı anahtarlarla denetimi bu sayfada gösterir ve açık olsun olmasın yanıtınızın geçerli olup olmadığını servise sorar.",
  "settings.captcha_test.keys_first": "Önce iki anahtarı da kaydedin. Sonra burada deneyebilirsiniz.",
  "settings.captcha_test.start": "Denetimi göster",
  "settings.captcha_test.submit": "Yanıtı denetle",
  "settings.captcha_test.passed": "Robot denetimi kayıtlı anahtarlarla çalışıyor.",
  "settings.captcha_test.missing":
    "Denetimden yanıt gelmedi. Hata gösteriyorsa site anahtarı ya da alan adları listesi yanlıştır.",
  "settings.captcha_test.refused": "Servis yanıtı kabul etmedi. Lütfen denetimi bir kez daha çözün.",
  "settings.captcha_test.wrong_keys":
    "Servis gizli anahtarı kabul etmiyor ya da anahtar bu site anahtarına ait değil.",
  "settings.captcha_test.unavailable":
    "Servise sorulamadı. Bu sunucunun ona ulaşıp ulaşamadığını denetleyin; günlükte daha fazla bilgi var.",
};
