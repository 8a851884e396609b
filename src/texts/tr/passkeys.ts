import type { passkeys as en } from "../en/passkeys.js";

export const passkeys: Record<keyof typeof en, string> = {
  "passkey.not_created": "Geçiş anahtarı doğrulanamadı. Yeniden deneyin.",
  "passkey.too_many": "Bir hesapta en fazla {max} geçiş anahtarı olabilir. Önce birini kaldırın.",
  "passkey.exists": "Bu geçiş anahtarı zaten kayıtlı.",
  "passkey.last_way_in":
    "Bu hesapta yalnızca bu geçiş anahtarıyla oturum açılabilir. Önce başka bir geçiş anahtarı ekleyin ya da parola belirleyin.",
  "own_password.needs_synced": "Parolanızı kaldırmadan önce eşitlenen bir geçiş anahtarı ekleyin.",
  "own_password.already_none": "Hesabınızın parolası yok.",
  "activity.passkey_used": "Geçiş anahtarı kullanıldı",
  "activity.passkey_added": "Geçiş anahtarı eklendi",
  "activity.passkey_renamed": "Geçiş anahtarı yeniden adlandırıldı",
  "activity.passkey_removed": "Geçiş anahtarı kaldırıldı",
  "activity.passkey_count_decreased": "Geçiş anahtarı kopyalanmış olabilir",
  "activity.password_removed": "Parola kaldırıldı",
  "activity_log.field.method": "Yöntem",
  "activity_log.field.passkey": "Geçiş anahtarı",
  "activity_log.field.purpose": "Amaç",

  "mail.passkey_added.subject": "{app} hesabınıza geçiş anahtarı eklendi",
  "mail.passkey_added.intro": "{app} hesabınıza {time} tarihinde “{passkey}” geçiş anahtarı eklendi.",
  "mail.passkey_added.action": "Geçiş anahtarlarını gözden geçir",
  "mail.passkey_added.outro":
    "Bunu siz yaptıysanız bir şey yapmanız gerekmez. Değilse geçiş anahtarını kaldırın ve parolanızı hemen değiştirin.",
  "mail.passkey_removed.subject": "{app} hesabınızdan geçiş anahtarı kaldırıldı",
  "mail.passkey_removed.intro": "{app} hesabınızdaki “{passkey}” geçiş anahtarı {time} tarihinde kaldırıldı.",
  "mail.passkey_removed.action": "Geçiş anahtarlarını gözden geçir",
  "mail.passkey_removed.outro":
    "Bunu siz yaptıysanız bir şey yapmanız gerekmez. Değilse parolanızı hemen değiştirin.",
  "mail.passkey_removed_by_administrator.subject": "{app} hesabınızdan geçiş anahtarı kaldırıldı",
  "mail.passkey_removed_by_administrator.intro":
    "{app} yöneticilerinden biri {time} tarihinde hesabınızdaki “{passkey}” geçiş anahtarını kaldırdı.",
  "mail.passkey_removed_by_administrator.action": "Geçiş anahtarlarını gözden geçir",
  "mail.passkey_removed_by_administrator.outro": "Bunu siz istemediyseniz hemen {app} ekibine haber verin.",
  "mail.passkey_copied.subject": "{app} hesabınızdaki bir geçiş anahtarı kopyalanmış olabilir",
  "mail.passkey_copied.intro":
    "“{passkey}” geçiş anahtarı {time} tarihinde kullanıldı, ama kullanım sayacı artmadı. Başka bir cihazda kopyası olabilir.",
  "mail.passkey_copied.action": "Geçiş anahtarlarını gözden geçir",
  "mail.passkey_copied.outro":
    "Güvenlik anahtarını kendiniz sıfırlamadıysanız geçiş anahtarını kaldırıp yenisini oluşturun.",
  "mail.password_removed.subject": "{app} parolanız kaldırıldı",
  "mail.password_removed.intro":
    "{app} hesabınızın parolası {time} tarihinde kaldırıldı. Artık geçiş anahtarıyla oturum açıyorsunuz.",
  "mail.password_removed.action": "Güvenlik ayarlarını gözden geçir",
  "mail.password_removed.outro":
    "Bunu siz yaptıysanız bir şey yapmanız gerekmez. Değilse parolanızı sıfırlayın ve {app} ekibine haber verin.",
};
