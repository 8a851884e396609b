import type { tokens as en } from "../en/tokens.js";

export const tokens: Record<keyof typeof en, string> = {
  "tokens.title": "Erişim anahtarları",
  "tokens.intro":
    "Kişisel erişim anahtarı, bir programınızın API'yi sizin adınıza kullanmasını sağlar. Ona parolanız gibi davranın: anahtarı elinde tutan, kapsamları içinde sizin yapabildiğiniz her şeyi yapabilir.",
  "tokens.list": "Anahtarlarınız",
  "tokens.empty":
    "Erişim anahtarınız yok. Bir programınızın API'ye ihtiyacı olduğunda bir anahtar oluşturun.",
  "tokens.expires": "Bitiş",
  "tokens.expired": "Süresi doldu",
  "tokens.expired_on": "Sona erdi",
  "tokens.last_used": "Son kullanım",
  "tokens.never_used": "hiç kullanılmadı",
  "tokens.scopes": "Kapsamlar",
  "tokens.scopes.everything": "her şey",
  "tokens.scopes.none": "kapsam yok",
  "tokens.auth_token":
    "Elle değil, API üzerinden oturum açılarak oluşturuldu. İptal ederseniz o programın oturumu kapanır.",
  "tokens.api_dock":
    "API tarayıcısı tarafından bir işlemi denemek için oluşturuldu. 15 dakika sonra kendiliğinden sona erer.",
  "tokens.revoke": "İptal et",
  "tokens.revoke.of": "{name} anahtarını iptal et",
  "tokens.revoke.ask":
    "“{name}” iptal edilsin mi? Onu kullananlar hemen çalışmaz olur. Bu işlem geri alınamaz.",
  "tokens.revoke.confirm": "Anahtarı iptal et",
  "tokens.already_created":
    "Bu form anahtarını zaten oluşturdu. Anahtar bir kez gösterildi ve yeniden gösterilemez.",
  "tokens.revoked": "Anahtar iptal edildi.",
  "tokens.new": "Yeni anahtar",
  "tokens.name.hint": "Ne için olduğunu yazın; daha sonra böyle tanırsınız.",
  "tokens.scopes.hint": "Yalnızca programın ihtiyaç duyduklarını işaretleyin.",
  "tokens.scopes.default": "Hiçbirini işaretlemezseniz anahtar şunları alır: {scopes}.",
  "tokens.scopes.default_none": "Hiçbirini işaretlemezseniz anahtarın kapsamı olmaz.",
  "tokens.scopes.no_catalogue": "Bu hizmetin anahtarları kapsamlarla sınırlanmaz.",
  "tokens.days": "Kaç gün geçerli olsun",
  "tokens.days.hint_one": "En fazla {count} gün. Süresi dolmadan önce size e-posta gönderilir.",
  "tokens.days.hint_other": "1 ile {count} gün arası. Süresi dolmadan önce size e-posta gönderilir.",
  "tokens.create": "Anahtar oluştur",
  "tokens.once.title": "Yeni anahtarınız",
  "tokens.once.intro":
    "“{name}” adlı anahtar aşağıdadır. Süresi {time} tarihinde dolar. Şimdi kopyalayın: yalnızca bu kez gösterilir ve bir daha gösterilemez.",
  "tokens.once.label": "Anahtar",
  "secret_once.copy_failed": "Tarayıcı kopyalayamadı. Seçip kendiniz kopyalayın.",
  "secret_once.stored": "Güvenli bir yere kopyaladım",
  "secret_once.done": "Sakladım",
  "applications.title": "Yetkili uygulamalar",
  "applications.intro": "Sizin adınıza işlem yapmasına izin verdiğiniz uygulamalar ve yapabildikleri.",
  "applications.empty":
    "Hiçbir uygulama sizin adınıza işlem yapamıyor. Birine izin verdiğinizde burada görünür.",
  "applications.since": "İzin tarihi",
  "applications.revoke": "Erişimi iptal et",
  "applications.revoke.of": "{name} uygulamasının erişimini iptal et",
  "applications.revoke.ask":
    "“{name}” uygulamasının erişimi iptal edilsin mi? Hesabınızdan hemen çıkarılır ve size yeniden sorması gerekir.",
  "applications.revoke.confirm": "Erişimi iptal et",
  "applications.revoked": "Uygulamanın artık erişimi yok.",
  "dev_mail.title": "Yerel posta kutusu",
  "dev_mail.intro":
    "Bu hizmetin göndereceği iletiler. {folder} klasöründe dosya olarak dururlar; bu sayfa yalnızca kendi bilgisayarınızda vardır.",
  "dev_mail.empty": "Henüz ileti yok. Sıraya alındıktan birkaç saniye sonra burada görünür.",
  "dev_mail.more": "Yalnızca en yeni {count} ileti gösteriliyor.",
  "dev_mail.to": "Alıcı",
  "dev_mail.sent": "Gönderilme",
  "dev_mail.no_subject": "(konu yok)",
  "dev_mail.html": "İletinin HTML gövdesi",
  "dev_mail.text": "Metin",
  "dev_mail.download": ".eml olarak indir",
  "dev_mail.download_hint":
    "İletiyi alıcısının gördüğü gibi görmek için dosyayı bir e-posta programıyla açın.",
  "dev_mail.back": "Tüm iletiler",
  "dev_mail.mail": "İleti",
  "validation.token.reserved":
    "“{name}” adlı anahtarları hizmetin kendisi oluşturur. Lütfen başka bir ad seçin.",
  "validation.token.days": "Lütfen 1 ile {max} arasında tam gün sayısı girin.",
  "validation.scopes.unknown": "Lütfen yalnızca verilen kapsamlardan seçin.",
  "validation.scopes.twice": "Lütfen her kapsamı bir kez seçin.",
};
