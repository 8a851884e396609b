import type { registration as en } from "../en/registration.js";

export const registration: Record<keyof typeof en, string> = {
  "register.title": "Hesap oluşturun",
  "register.password_confirmation": "Parolayı onaylayın",
  "register.submit": "Hesap oluştur",
  "register.has_account": "Zaten hesabınız var mı?",
  "forgot.title": "Parolanızı mı unuttunuz?",
  "forgot.intro": "E-postanızı girin; yeni parola seçmeniz için bir bağlantı gönderelim.",
  "forgot.submit": "Bağlantıyı gönder",
  "invitation.title": "Hoş geldiniz",
  "invitation.intro": "Yeni hesabınız için bir parola seçin. Ardından onunla oturum açın.",
  "invitation.intro_with_passkey":
    "Yeni hesabınız için bir parola seçin veya bir geçiş anahtarı oluşturun. Ardından onunla oturum açın.",
  "invitation.done": "Hesabınız hazır. Yeni parolanızla oturum açın.",
  "invitation.done_with_passkey":
    "Hesabınız hazır. Geçiş anahtarınızla oturum açın. Ardından kurtarma kodlarınızı Güvenlik sayfasından kaydedin.",
  "forgot.sent":
    "{email} bir hesaba aitse, yeni parola seçmek için bir bağlantı gönderdik. Bağlantı 60 dakika geçerlidir.",
  "forgot.sent.hint":
    "Birkaç dakika sonra hâlâ gelmediyse istenmeyen posta klasörüne bakın ya da yeniden deneyin.",
  "forgot.again": "Başka bir e-posta dene",
  "reset.title": "Yeni bir parola seçin",
  "reset.intro":
    "Kaydettiğinizde oturumlarınız ve erişim jetonlarınız sona erer. Ardından yeni parolayla oturum açın.",
  "reset.submit": "Parolayı kaydet",
  "reset.left.title": "Parolanız değişti",
  "reset.left.intro": "Bunlarla hesabınızda hâlâ oturum açılabilir. Tanımadığınız varsa kaldırın.",
  "reset.left.passkey": "Geçiş anahtarı: {name}",
  "reset.left.provider": "{name} ile oturum açma",
  "reset.left.remove": "Hepsini kaldır",
  "reset.left.later": "Bir geçiş anahtarını kaldırmak için oturum açıp güvenlik sayfasını açın.",
  "reset.left.keep": "Kalsın, oturum aç",
  "reset.left.done": "Artık yalnızca yeni parolanızla oturum açılabilir.",
  "reset.done": "Parolanız değiştirildi. Şimdi onunla oturum açın.",
  "reset.invalid.title": "Bu bağlantı çalışmıyor",
  "reset.invalid.intro":
    "Süresi dolmuş, zaten kullanılmış ya da eksik. Bir bağlantı yalnızca bir kez geçerlidir.",
  "reset.invalid.again": "Yeni bağlantı iste",
  "verify.notice.title": "E-posta adresinizi doğrulayın",
  "verify.notice.intro": "Devam etmek için {email} adresine gönderdiğimiz bağlantıyı açın.",
  "verify.notice.hint": "E-posta gelmedi mi? İstenmeyen posta klasörüne bakın ya da yeniden gönderin.",
  "verify.resend": "E-postayı yeniden gönder",
  "verify.resent": "Yeni bir e-posta gönderdik. Bağlantısı bir saat geçerlidir.",
  "verify.waiting": "Bağlantıyı bu cihazda ya da başka bir cihazda açtığınızda bu sayfa devam eder.",
  "verify.wrong": "Adres yanlış mı? Değiştirin",
  "verify.wrong.hint": "Yeni adrese bir bağlantı göndeririz. Önceki bağlantı artık çalışmaz.",
  "verify.wrong.submit": "Adresi değiştir",
  "verify.sent.title": "E-postanıza bakın",
  "verify.sent.intro": "Size sonraki adımı içeren bir e-posta gönderdik.",
  "verify.sent.to": "{email} adresine bir sonraki adımı anlatan bir e-posta gönderdik.",
  "verify.sent.hint":
    "Birkaç dakika sonra gelmedi mi? İstenmeyen posta klasörüne bakın ya da yeniden gönderin.",
  "verify.sent.again":
    "Bu e-postaya ait, doğrulanmayı bekleyen bir hesap varsa yeni bir e-posta gönderdik. Bağlantısı bir saat geçerlidir.",
  "verify.link.title": "E-posta adresinizi doğrulayın",
  "verify.link.current": "{email} adresinin size ait olduğunu onaylayın.",
  "verify.link.pending":
    "{email} adresini yeni adresiniz olarak onaylayın. Bundan sonra onunla oturum açarsınız.",
  "verify.link.verified": "{email} zaten doğrulanmış.",
  "verify.link.submit": "Adresi doğrula",
  "verify.link.go_on": "Devam et",
  "verify.done": "E-posta adresiniz doğrulandı.",
  "verify.changed": "E-postanız değiştirildi. Bundan sonra yeni adresle oturum açın.",
  "verify.taken": "Bu adresi artık başka bir hesap kullanıyor. Hesabınız önceki adresini koruyor.",
  "verify.invalid.title": "Bu bağlantı çalışmıyor",
  "verify.invalid":
    "Süresi dolmuş, eksik ya da hesabın artık kullanmadığı bir adrese gönderilmiş. Yenisini isteyin.",
  "captcha.no_script":
    "Bu formda JavaScript gerektiren bir robot denetimi (CAPTCHA) var. JavaScript'i açın ve sayfayı yenileyin.",
  "captcha.missing": "Robot denetimini tamamlayın.",
  "captcha.refused": "Robot denetimi başarısız oldu. Yeniden deneyin.",
  "captcha.unavailable":
    "Robot denetimi şu anda kullanılamıyor, bu yüzden formunuz gönderilmedi. Biraz sonra yeniden deneyin.",
};
