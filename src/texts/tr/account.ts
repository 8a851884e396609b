import type { account as en } from "../en/account.js";

export const account: Record<keyof typeof en, string> = {
  "field.role": "Rol",
  "field.status": "Durum",

  "account.title": "Kullanıcı hesabı",
  "account.back": "Tüm kullanıcılar",
  "account.own":
    "Bu sizin hesabınız. Adresinizi, parolanızı, resminizi ve ikinci adımınızı profilinizde değiştirirsiniz; rolünüzü ve durumunuzu başka bir yönetici değiştirir.",
  "account.own.profile": "Profilinizi açın",
  "account.above":
    "Bu hesap sizden fazlasına yetkili. Adresini, rolünü, parolasını, ikinci adımını ve erişimini ancak onun her yetkisine sahip biri değiştirebilir.",

  "account.above.short": "Sizden fazlasına yetkili.",
  "account.form": "Hesap",
  "account.email.hint": "Yeni adres hemen geçerli olur; eski adrese haber verilir.",
  "account.email.hint_verify":
    "Yeni adres hemen geçerli olur ve ona gönderilen bir bağlantıyla doğrulanması gerekir. Eski adrese haber verilir.",
  "account.email.own": "Profilinizde, yeni adresi kanıtlayan bir bağlantıyla değiştirirsiniz.",
  "account.role.hint":
    "Hesabın neler yapabileceğini belirler. Sizden fazlasına yetkili olmayan rolleri verebilirsiniz.",
  "account.status.hint_one":
    "{statuses} durumu, hesabın tüm oturumlarını ve anahtarlarını hemen sonlandırır.",
  "account.status.hint_other":
    "{statuses} durumları, hesabın tüm oturumlarını ve anahtarlarını hemen sonlandırır.",
  "account.status.hint_off":
    "Hizmet kimsenin erişimini kesmeyecek biçimde ayarlanmış: hiçbir durum oturum veya anahtar sonlandırmaz.",
  "account.saved_cut_off":
    "Değişiklikler kaydedildi ve hesabın erişimi kesildi. Sonlandırılan: tarayıcı oturumu {sessions}, erişim anahtarı {tokens}, uygulama {applications}.",

  "account.password.intro":
    "Yeni parola, hesabın tüm oturumlarını ve anahtarlarını hemen sonlandırır. Parola e-postayla gönderilmez: kişiye siz söyleyin. Kişiye parolasının yenilendiği bildirilir.",
  "account.password.submit": "Parolayı belirle",
  "account.password.saved":
    "Parola belirlendi. Sonlandırılan: tarayıcı oturumu {sessions}, erişim anahtarı {tokens}, uygulama {applications}.",

  "account.picture.changed": "Resim değiştirildi.",
  "account.picture.removed": "Resim kaldırıldı.",
  "account.picture.ask": "{name} adlı kişinin resmi kaldırılsın mı? Yerine adının baş harfleri gösterilir.",

  "account.security": "Güvenlik",
  "account.email.verified": "{date} tarihinde doğrulandı",
  "account.email.waiting": "{email} adresine giden bağlantının açılması bekleniyor",
  "account.verification.send": "E-postayı yeniden gönder",
  "account.verification.sent": "Doğrulama e-postası yeniden gönderildi.",
  "account.verification.nothing": "Doğrulanacak bir şey yok: e-posta gönderilmedi.",
  "account.two_factor.on": "{date} tarihinden beri açık",
  "account.two_factor.unused": "{date} tarihinden beri açık, ama hizmetin tamamında devre dışı",
  "account.two_factor.off": "Kapalı: hesabı tek başına parola açar.",
  "account.two_factor.not_on": "Bu hesabın iki adımlı doğrulaması açık değil.",
  "account.two_factor.remove": "Kaldır",
  "account.two_factor.remove_of": "{name} adlı kişinin ikinci adımını kaldır",
  "account.two_factor.ask":
    "{name} adlı kişinin ikinci adımı kaldırılsın mı? Bundan sonra hesabı tek başına parola açar. Kişiye e-postayla haber verilir. Bunu gerçekten onun istediğinden emin olun.",
  "account.two_factor.confirm": "İkinci adımı kaldır",
  "account.two_factor.removed": "İki adımlı doğrulama kapatıldı. Kişiye e-postayla haber verildi.",
  "account.access": "Açık erişim",
  "account.access.sessions_one": "{count} tarayıcı oturumu",
  "account.access.sessions_other": "{count} tarayıcı oturumu",
  "account.access.tokens_one": "{count} erişim anahtarı",
  "account.access.tokens_other": "{count} erişim anahtarı",
  "account.access.applications_one": "{count} uygulama",
  "account.access.applications_other": "{count} uygulama",
  "account.access.nothing": "Açık oturum, anahtar veya uygulama yok.",
  "account.access.nothing_ended": "Sonlandırılacak bir şey yoktu.",
  "account.access.end": "Hepsini sonlandır",
  "account.access.end_of": "{name} adlı kişinin tüm oturum ve anahtarlarını sonlandır",
  "account.access.ask":
    "{name} adlı kişinin tüm oturumları, erişim anahtarları, uygulamaları ve sıfırlama bağlantıları sonlandırılsın mı? Hesap olduğu gibi kalır ve parolasıyla yeniden oturum açabilir. Kişiye e-postayla haber verilir.",
  "account.access.confirm": "Tüm oturum ve anahtarları sonlandır",
  "account.access.ended":
    "Sonlandırılan: tarayıcı oturumu {sessions}, erişim anahtarı {tokens}, uygulama {applications}. Kişiye e-postayla haber verildi.",
  "account.last_sign_in.at": "{time}, {ip} adresinden",

  "account.id": "Kimlik",
  "account.activity.by": "{name} tarafından",
  "account.activity.all": "Bu hesabın tüm etkinlikleri",

  "account.delete.title": "Hesabı sil",
  "account.delete.intro":
    "Hesabın açık olan her şeyi hemen sona erer ve adresi yeni bir hesap için boşalır. 30 gün boyunca geri getirilebilir; sonra adı, adresi ve ayarları kalıcı olarak silinir.",
  "account.delete.ask": "{name} ({email}) hesabı silinsin mi? Kişiye e-postayla haber verilir.",
  "account.delete.confirm": "Hesabı sil",
  "account.deleted": "{name} hesabı silindi. 30 gün boyunca geri getirilebilir.",
  "account.restored": "{name} hesabı geri getirildi. Kişiye e-postayla haber verildi.",

  "account.create.title": "Yeni kullanıcı",
  "account.create.intro": "Parola e-postayla gönderilmez: kişiye siz söyleyin.",
  "account.create.intro_verify":
    "Kişiye, adresini doğrulaması için bağlantı içeren bir e-posta gönderilir. Parola e-postayla gönderilmez: ona siz söyleyin.",
  "account.create.submit": "Kullanıcıyı oluştur",
  "account.created_flash": "{name} hesabı oluşturuldu.",
};
