import type { passkeyPages as en } from "../en/passkey-pages.js";

export const passkeyPages: Record<keyof typeof en, string> = {
  "passkeys.title": "Geçiş anahtarları",
  "passkeys.intro":
    "Parmak iziniz, yüzünüz, ekran kilidiniz ya da bir güvenlik anahtarıyla oturum açın. Geçiş anahtarı hem parolanın hem ikinci adımın yerine geçer.",
  "passkeys.none": "Henüz geçiş anahtarınız yok.",
  "passkeys.list": "Geçiş anahtarlarınız",
  "passkeys.add": "Geçiş anahtarı ekle",
  "passkeys.synced": "Eşitleniyor",
  "passkeys.not_synced": "Yalnızca bu cihazda",
  "passkeys.added": "Eklendi: {time}",
  "passkeys.last_used": "son kullanım: {time}",
  "passkeys.never_used": "hiç kullanılmadı",
  "passkeys.rename": "Yeniden adlandır",
  "passkeys.rename_title": "Geçiş anahtarını yeniden adlandır",
  "passkeys.rename_ask": "Bu geçiş anahtarının nerede saklandığını hatırlatan bir ad seçin.",
  "passkeys.renamed": "Geçiş anahtarı yeniden adlandırıldı.",
  "passkeys.remove": "Kaldır",
  "passkeys.remove_title": "Geçiş anahtarını kaldır",
  "passkeys.remove_ask":
    "“{name}” ile artık oturum açamazsınız. Onu cihazınızdan ya da parola yöneticinizden de silin.",
  "passkeys.removed": "Geçiş anahtarı kaldırıldı.",
  "passkeys.recovery":
    "Tüm geçiş anahtarlarınızı kaybederseniz parolanızla oturum açın ya da parolanızı e-postayla sıfırlayın. İkinci adım sorulduğunda kurtarma kodları geçiş anahtarının yerine geçer.",
  "passkeys.recovery_by_mail":
    "Tüm geçiş anahtarlarınızı kaybederseniz e-postayla parola belirleyin. İkinci adım sorulduğunda kurtarma kodları geçiş anahtarının yerine geçer.",
  "passkeys.show_codes": "Kurtarma kodlarını göster",
  "passkeys.codes_left_one": "{count} kurtarma kodu kaldı.",
  "passkeys.codes_left_other": "{count} kurtarma kodu kaldı.",
  "passkeys.codes_none": "Kurtarma kodu kalmadı. Gerekmeden önce yenilerini oluşturun.",
  "passkeys.one_device":
    "Tek geçiş anahtarınız eşitlenmiyor. Bu cihazı kaybederseniz oturum açabilmek için bir tane daha ekleyin.",

  "passkey.create.title": "Geçiş anahtarı oluştur",
  "passkey.create.intro":
    "Bir dahaki sefere parmak iziniz, yüzünüz ya da ekran kilidinizle oturum açın. Hatırlanacak ya da çalınacak bir parola yoktur.",
  "passkey.create.name": "Ad (isteğe bağlı)",
  "passkey.create.name_hint": "Cihazınızın ya da parola yöneticinizin adını kullanmak için boş bırakın.",
  "passkey.create.submit": "Geçiş anahtarı oluştur",
  "passkey.create.later": "Şimdi değil",
  "passkey.created": "Geçiş anahtarı eklendi.",
  "passkey.created_with_codes": "Geçiş anahtarı eklendi. Kurtarma kodlarınızı güvenli bir yerde saklayın.",
  "passkey.needs_script":
    "Geçiş anahtarları JavaScript gerektirir. Bunun yerine bir parola kullanabilirsiniz.",
  "passkey.unsupported": "Bu tarayıcı geçiş anahtarlarını desteklemiyor.",
  "passkey.cancelled": "Geçiş anahtarı kullanılmadı. Yeniden deneyin ya da başka bir yol seçin.",
  "passkey.exists_here": "Bu cihazda hesabınız için zaten bir geçiş anahtarı var.",
  "passkey.failed": "Olmadı. Sayfayı yenileyip yeniden deneyin.",

  "passkey.offer.title": "Bir dahaki sefere daha hızlı oturum açın",
  "passkey.offer.intro":
    "Parmak iziniz, yüzünüz ya da ekran kilidinizle oturum açmak için geçiş anahtarı oluşturun.",
  "passkey.offer.dismiss": "Bir daha sorma",

  "login.passkey": "Geçiş anahtarıyla oturum aç",
  "login.or": "ya da",
  "challenge.passkey": "Geçiş anahtarı kullan",
  "challenge.intro_passkey": "Geçiş anahtarınızı ya da kurtarma kodlarınızdan birini kullanın.",
  "challenge.intro_either": "Geçiş anahtarınızı kullanın ya da doğrulama uygulamanızdaki kodu girin.",
  "confirm.passkey": "Geçiş anahtarı kullan",
  "confirm.title_passkey": "Siz olduğunuzu onaylayın",
  "confirm.intro_passkey": "Güvenliğiniz için, devam etmek üzere geçiş anahtarınızla onaylayın.",
  "confirm.intro_either":
    "Güvenliğiniz için, devam etmek üzere parolanızı girin ya da geçiş anahtarı kullanın.",

  "own_password.none": "Hesabınızın parolası yok. Başka bir yolla oturum açıyorsunuz.",
  "own_password.set": "Parola belirleme bağlantısı gönder",
  "own_password.link_sent": "Parola belirlemeniz için size bir bağlantı gönderdik.",
  "own_password.remove": "Parolayı kaldır",
  "own_password.remove_title": "Parolanızı kaldırma",
  "own_password.remove_ask":
    "Bundan sonra yalnızca geçiş anahtarıyla oturum açabilirsiniz. Hepsini kaybederseniz e-postayla yeni bir parola belirleyin.",
  "own_password.removed": "Parolanız kaldırıldı ve diğer tüm oturumlar sonlandırıldı.",
  "delete_account.needs_password":
    "Hesabınızın parolası yok. Hesabı silmeden önce güvenlik sayfasında bir parola belirleyin.",

  "account.passkey.remove_ask": "Hesap sahibi artık “{name}” ile oturum açamaz ve bir e-posta alır.",
  "account.factor.password": "Parola",
  "account.factor.passkeys_one": "{count} geçiş anahtarı",
  "account.factor.passkeys_other": "{count} geçiş anahtarı",
  "account.factor.app": "Doğrulama uygulaması",
  "account.factors": "Oturum açma yöntemleri",
  "account.factor.none": "Yok",
};
