import type { failures as en } from "../en/failures.js";

export const failures: Record<keyof typeof en, string> = {
  "sk-auth.inactive": "Hesabınız etkin değil. Lütfen bu hizmeti yöneten kişiyle iletişime geçin.",
  "inactive.reason": "Neden: {reason}",
  "inactive.until": "Yeniden etkinleşeceği zaman: {time}.",
  "inactive.support": "Destek:",
  "failure.credentials": "Bu bilgiler kayıtlarımızla eşleşmiyor.",
  "failure.challenge": "İki adımlı doğrulama başarısız oldu. Yeniden oturum açın.",
  "failure.throttled": "Çok fazla deneme yapıldı. Lütfen daha sonra yeniden deneyin.",
  "failure.throttled_seconds_one": "Çok fazla deneme yapıldı. Lütfen {count} saniye sonra yeniden deneyin.",
  "failure.throttled_seconds_other": "Çok fazla deneme yapıldı. Lütfen {count} saniye sonra yeniden deneyin.",
  "failure.busy": "Hizmet şu anda meşgul. Lütfen yeniden deneyin.",
  "failure.forbidden": "Bunu yapmaya yetkiniz yok.",
  "failure.not_found": "İstenen kaynak bulunamadı.",
  "failure.stale": "Kaynak, siz okuduktan sonra değişti.",
  "failure.invalid": "Gönderilen veriler geçersiz.",
  "failure.registration_disabled": "Kayıt kapalı.",
  "failure.password_reset_disabled": "Parola sıfırlama kapalı.",
  "failure.two_factor_disabled": "İki adımlı doğrulama kapalı.",
  "failure.passkeys_disabled": "Geçiş anahtarları kapalı.",
  "failure.passkey": "Geçiş anahtarı kabul edilmedi. Yeniden deneyin.",
  "failure.passkey_unknown": "Bu geçiş anahtarı burada kayıtlı değil. Başka bir yolla oturum açın.",
  "failure.self_delete": "Kendi hesabınızı profil sayfanızdan silin.",
  "failure.role_not_assignable": "Bu rolü atayamazsınız.",
  "failure.last_system_admin": "En az bir etkin sistem yöneticisi kalmalıdır.",
  "failure.own_account":
    "Kendi parolanızı ve e-postanızı hesap sayfalarınızda değiştirin. Durumunuzu ve rolünüzü yalnızca başka bir yönetici değiştirebilir.",
  "failure.own_access": "Bunu kendi hesabınız için hesap sayfalarınızda yapın.",
  "failure.token_limited":
    "Kapsamlarıyla sınırlı bir jetonla, her kullanıcınınkinden fazla yetkisi olan bir rol verilemez; böyle bir hesabın parolası, e-postası veya oturum açma yöntemleri değiştirilemez.",
  "failure.account_above": "Bu hesabı değiştiremezsiniz: sizde olmayan yetkileri var.",
};
