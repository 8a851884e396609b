import type { registration as en } from "../en/registration.js";

export const registration: Record<keyof typeof en, string> = {
  "register.title": "Hesap oluşturun",
  "register.intro": "Bize kendinizi tanıtın ve bir parola seçin.",
  "register.password_confirmation": "Parolayı tekrarlayın",
  "register.submit": "Hesap oluştur",
  "register.has_account": "Zaten hesabınız var mı?",
  "forgot.title": "Parolanızı mı unuttunuz?",
  "forgot.intro":
    "Hesabınızın e-posta adresini girin; size yeni parola seçmeniz için bir bağlantı gönderelim.",
  "forgot.submit": "Bağlantıyı gönder",
  "forgot.sent":
    "Bu adrese ait bir hesap varsa bağlantı içeren bir e-posta gönderildi. Bağlantı 60 dakika geçerlidir.",
  "reset.title": "Yeni bir parola seçin",
  "reset.intro":
    "Parola belirlendiğinde hesabınızın tüm oturumları ve erişim anahtarları sona erer. Ardından yeni parolayla oturum açarsınız.",
  "reset.submit": "Yeni parolayı belirle",
  "reset.done": "Yeni parolanız belirlendi. Lütfen onunla oturum açın.",
  "reset.invalid.title": "Bu bağlantı çalışmıyor",
  "reset.invalid.intro":
    "Süresi dolmuş, daha önce kullanılmış ya da eksik kopyalanmış. Bir bağlantı 60 dakika ve bir kez geçerlidir.",
  "reset.invalid.again": "Yeni bağlantı iste",
  "verify.notice.title": "E-posta adresinizi doğrulayın",
  "verify.notice.intro":
    "Devam etmeden önce lütfen {email} adresine gönderdiğimiz e-postadaki bağlantıyı açın.",
  "verify.notice.hint":
    "E-posta ulaşmadı mı ya da eskidi mi? İstenmeyen posta klasörüne bakın veya yenisini isteyin.",
  "verify.resend": "Yeni e-posta gönder",
  "verify.resent": "Yeni bir e-posta gönderildi. İçindeki bağlantı bir saat geçerlidir.",
  "verify.sent.title": "E-postanıza bakın",
  "verify.sent.intro": "Girdiğiniz adrese bir e-posta gönderdik. Nasıl devam edeceğiniz orada yazıyor.",
  "verify.sent.hint":
    "Birkaç dakika sonra hâlâ ulaşmadı mı? İstenmeyen posta klasörüne bakın ya da yenisini isteyin.",
  "verify.sent.again":
    "Bu adrese ait, doğrulanmayı bekleyen bir hesap varsa yeni bir e-posta gönderildi. İçindeki bağlantı bir saat geçerlidir.",
  "verify.link.title": "E-posta adresinizi doğrulayın",
  "verify.link.current": "Lütfen {email} adresinin size ait olduğunu onaylayın.",
  "verify.link.pending":
    "Lütfen {email} adresini hesabınızın yeni adresi olarak onaylayın. Bundan sonra bu adresle oturum açarsınız.",
  "verify.link.verified": "{email} doğrulandı. Yapmanız gereken başka bir şey yok.",
  "verify.link.submit": "Bu adresi doğrula",
  "verify.link.go_on": "Devam et",
  "verify.done": "E-posta adresiniz doğrulandı.",
  "verify.changed": "E-posta adresiniz değiştirildi. Bundan sonra yeni adresinizle oturum açarsınız.",
  "verify.taken": "Bu adres artık başka bir hesaba ait. Hesabınız eski adresini koruyor.",
  "verify.invalid.title": "Bu bağlantı çalışmıyor",
  "verify.invalid":
    "Süresi dolmuş, değiştirilmiş ya da hesabın artık kullanmadığı bir adrese gönderilmiş. Yeni bir bağlantı isteyin.",
  "captcha.no_script":
    "Bu formda robotlara karşı JavaScript gerektiren bir denetim var. Lütfen bu sayfa için JavaScript'i açın ve sayfayı yeniden yükleyin.",
  "captcha.missing": "Lütfen robotlara karşı denetimi tamamlayın.",
  "captcha.refused": "Robotlara karşı denetim başarısız oldu. Lütfen bir kez daha yapın.",
  "captcha.unavailable":
    "Robotlara karşı denetime şu anda ulaşılamıyor, bu yüzden formunuz gönderilmedi. Lütfen birazdan yeniden deneyin.",
};
