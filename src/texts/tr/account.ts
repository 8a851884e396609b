import type { account as en } from "../en/account.js";

export const account: Record<keyof typeof en, string> = {
  "field.role": "Rol",
  "field.status": "Durum",

  "account.title": "Kullanıcı hesabı",
  "account.back": "Tüm kullanıcılar",
  "account.own":
    "Bu sizin hesabınız. E-postanızı, parolanızı, resminizi ve ikinci adımınızı hesap sayfalarınızda değiştirin. Rolünüzü ve durumunuzu yalnızca başka bir yönetici değiştirebilir.",
  "account.own.profile": "Profilinizi açın",
  "account.above":
    "Bu hesabın sizden fazla yetkisi var. E-postasını, rolünü, parolasını, ikinci adımını ve erişimini yalnızca onun tüm yetkilerine sahip biri değiştirebilir.",

  "account.above.short": "Sizden fazla yetkisi var.",
  "account.form": "Hesap",
  "account.email.hint": "Hemen geçerli olur. Eski adrese haber veririz.",
  "account.email.hint_verify":
    "Hemen geçerli olur. Yeni adresi doğrulamak için bir bağlantı gönderir, eski adrese haber veririz.",
  "account.email.own": "Profilinizde, yeni adresi doğrulayan bir bağlantıyla değiştirin.",
  "account.role.hint": "Yalnızca sizden fazla yetkisi olmayan rolleri atayabilirsiniz.",
  "account.status.hint_one": "{statuses} durumu tüm oturumları ve anahtarları hemen sonlandırır.",
  "account.status.hint_other": "{statuses} durumları tüm oturumları ve anahtarları hemen sonlandırır.",
  "account.status.hint_off":
    "Bu hizmet, durum değişince oturumları ve anahtarları sonlandırmayacak biçimde ayarlanmış.",
  "account.status.confirm": "{name} hesabının durumunu “{status}” yap",
  "account.status.ask":
    "Hesabın erişimi hemen kesilir: tüm erişimi sona erer ve durumun sonradan değişmesi onu geri getirmez. Henüz bir şey kaydedilmedi.",
  "account.status.submit": "Kaydet ve erişimi kes",
  "account.saved_cut_off": "Değişiklikler kaydedildi. Erişim iptal edildi: {what}.",

  "account.password.intro":
    "Tüm oturumlar ve anahtarlar hemen sona erer. Parolayı e-postayla göndermeyiz; güvenli bir yolla iletin. Hesap sahibine haber veririz.",
  "account.password.submit": "Parolayı belirle",
  "account.password.saved": "Parola belirlendi. Sonlandırılan: {what}.",

  "account.picture.changed": "Resim değiştirildi.",
  "account.picture.removed": "Resim kaldırıldı.",
  "account.picture.remove_of": "{name} adlı kişinin resmini kaldır",
  "account.picture.ask": "Yerine baş harfleri gösterilir.",

  "account.security": "Güvenlik",
  "account.email.verified": "{time} doğrulandı",
  "account.email.waiting": "{email} adresine giden bağlantının açılması bekleniyor",
  "account.verification.send": "E-postayı yeniden gönder",
  "account.verification.sent": "Doğrulama e-postası yeniden gönderildi.",
  "account.verification.nothing": "Doğrulanacak bir şey yok, bu yüzden e-posta gönderilmedi.",
  "account.two_factor.on": "{time} açıldı",
  "account.two_factor.unused": "{time} açıldı, ama hizmetin tamamında kapalı",
  "account.two_factor.off": "Kapalı. Bu hesabı yalnızca parola korur.",
  "account.two_factor.not_on": "Bu hesabın iki adımlı doğrulaması açık değil.",
  "account.two_factor.required": "Zorunlu",
  "account.two_factor.due": "{time} tarihine kadar zorunlu",
  "account.two_factor.overdue":
    "{time} tarihinden beri zorunlu. Kurulana kadar bu hesap başka hiçbir şey yapamaz.",
  "account.two_factor.remove": "Kaldır",
  "account.two_factor.remove_of": "{name} adlı kişinin ikinci adımını kaldır",
  "account.two_factor.ask":
    "Sonra hesabı yalnızca parola korur. Hesap sahibine e-postayla haber veririz. İsteğin gerçekten ondan geldiğinden emin olun.",
  "account.two_factor.confirm": "İkinci adımı kaldır",
  "account.two_factor.removed": "İki adımlı doğrulama kapatıldı. Hesap sahibine e-postayla haber verdik.",
  "account.access": "Etkin oturumlar ve anahtarlar",
  "account.access.sessions_one": "{count} oturum",
  "account.access.sessions_other": "{count} oturum",
  "account.access.tokens_one": "{count} erişim anahtarı",
  "account.access.tokens_other": "{count} erişim anahtarı",
  "account.access.applications_one": "{count} uygulama",
  "account.access.applications_other": "{count} uygulama",
  "account.access.nothing": "Etkin oturum veya anahtar yok",
  "account.access.none": "etkin oturum veya anahtar yoktu",
  "account.access.nothing_ended": "Etkin oturum veya anahtar yoktu.",
  "account.access.end": "Tümünü iptal et",
  "account.access.end_of": "{name} adlı kişinin tüm oturum ve anahtarlarını iptal et",
  "account.access.ask":
    "Tüm oturumlar, erişim anahtarları, uygulamalar ve sıfırlama bağlantıları sona erer. Hesap etkin kalır ve yeniden oturum açabilir. Hesap sahibine e-postayla haber veririz.",
  "account.access.confirm": "Tümünü iptal et",
  "account.access.ended": "İptal edilen: {what}. Hesap sahibine e-postayla haber verdik.",
  "account.last_sign_in.at": "{time}, {ip} adresinden",

  "account.id": "Kimlik",
  "account.activity.by": "{name} tarafından",
  "account.activity.all": "Bu hesabın tüm etkinlikleri",

  "account.delete.title": "Hesabı sil",
  "account.delete.of": "{name} hesabını sil",
  "account.delete.intro":
    "Tüm oturumlar ve anahtarlar hemen sona erer ve adres yeniden kullanılabilir. Hesabı 30 gün içinde geri getirebilirsiniz; sonra kişisel verileri kalıcı olarak silinir.",
  "account.delete.ask": "{email} hesabının erişimi hemen kesilir. Hesap sahibine e-postayla haber veririz.",
  "account.delete.confirm": "Hesabı sil",
  "account.deleted": "{name} hesabı silindi. 30 gün içinde geri getirebilirsiniz.",
  "account.restored": "{name} hesabı geri getirildi. Kişiye e-postayla haber verildi.",

  "account.create.title": "Yeni kullanıcı",
  "account.create.intro": "Parolayı e-postayla göndermeyiz; güvenli bir yolla iletin.",
  "account.create.intro_verify":
    "Adresi doğrulamak için bir bağlantı göndeririz. Parolayı e-postayla göndermeyiz; güvenli bir yolla iletin.",
  "field.first_password": "İlk parola",
  "account.create.first_password.invite": "Davet gönder",
  "account.create.first_password_hint.invite":
    "Kullanıcı 7 gün geçerli bir bağlantı alır ve parolasını kendisi seçer.",
  "account.create.first_password.set": "Parola belirle",
  "account.create.first_password_hint.set":
    "Kullanıcı ilk oturum açışından sonra parolayı değiştirmek zorundadır.",
  "account.invited_flash": "{name} hesabı oluşturuldu. {email} adresine bir davet gönderdik.",
  "account.invitation.open": "Davet edildi, henüz parolası yok",
  "account.invitation.send": "Daveti yeniden gönder",
  "account.invitation.sent": "Davet yeniden gönderildi.",
  "account.invitation.nothing": "Bekleyen bir davet yok, bu yüzden e-posta gönderilmedi.",
  "account.reset_link.send": "Sıfırlama bağlantısı gönder",
  "account.reset_link.sent": "{email} adresine yeni parola seçme bağlantısı gönderdik.",
  "account.reset_link.nothing": "Bu hesabın parolası sıfırlanamaz, bu yüzden e-posta gönderilmedi.",
  "account.create.submit": "Kullanıcıyı oluştur",
  "account.created_flash": "{name} hesabı oluşturuldu.",
};
