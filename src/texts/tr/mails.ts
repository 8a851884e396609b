import type { mails as en } from "../en/mails.js";

export const mails: Record<keyof typeof en, string> = {
  "mail.greeting": "Merhaba {name},",
  "mail.greeting.nameless": "Merhaba,",
  "mail.link_hint": "Düğme çalışmazsa bu adresi tarayıcınıza kopyalayın:",
  "mail.reason.account":
    "Bu iletiyi, {app} hesabınızın güvenliğiyle ilgili olduğu için aldınız. Bu tür iletilerin aboneliğinden çıkılamaz.",
  "mail.reason.address":
    "Bu iletiyi, bu e-posta adresi {app} hizmetinde girildiği için aldınız. Giren siz değilseniz dikkate almayabilirsiniz.",
  "mail.verify_email.subject": "{app} için e-posta adresinizi doğrulayın",
  "mail.verify_email.intro":
    "{app} hizmetinde kullanabilmek için lütfen bu e-posta adresinin size ait olduğunu onaylayın.",
  "mail.verify_email.action": "E-posta adresini doğrula",
  "mail.verify_email.outro":
    "Bağlantı bir saat geçerlidir. Hesap oluşturmadıysanız bir şey yapmanız gerekmez.",
  "mail.invitation.subject": "{app} hizmetine davet edildiniz",
  "mail.invitation.intro":
    "Bir {app} yöneticisi bu e-posta adresi için bir hesap oluşturdu. Parolanızı seçmek için bu bağlantıyı açın.",
  "mail.invitation.action": "Parolanızı seçin",
  "mail.invitation.outro":
    "Bağlantı bir kez ve 7 gün boyunca çalışır. Süresi dolduysa {app} hizmetini yönetenlerden yenisini isteyin.",
  "mail.reset_password.subject": "{app} parolanızı sıfırlayın",
  "mail.reset_password.intro":
    "Birisi, umarız siz, {app} parolanızı sıfırlamak istedi. Yeni bir parola seçmek için bu bağlantıyı açın.",
  "mail.reset_password.action": "Yeni parola seç",
  "mail.reset_password.outro":
    "Bağlantı bir kez ve 60 dakika geçerlidir. Siz değilseniz bir şey yapmanız gerekmez: parolanız aynı kalır.",
  "mail.password_changed.subject": "{app} parolanız değiştirildi",
  "mail.password_changed.intro": "{app} hesabınızın parolası {time} tarihinde değiştirildi.",
  "mail.password_changed.action": "Parolayı sıfırla",
  "mail.password_changed.outro":
    "Siz iseniz bir şey yapmanız gerekmez. Değilseniz parolanızı hemen sıfırlayın ve {app} hizmetini yönetenlere haber verin.",
  "mail.password_set.subject": "{app} parolanız yenilendi",
  "mail.password_set.intro":
    "Bir {app} yöneticisi {time} tarihinde hesabınıza yeni bir parola verdi. Tüm oturumlarınız ve erişim anahtarlarınız sona erdi; eski parolanız artık geçerli değil.",
  "mail.password_set.action": "Kendi parolanızı belirleyin",
  "mail.password_set.outro":
    "Parolayı belirleyen kişi onu biliyor: lütfen başka bir parola seçin. Bunu beklemiyorsanız {app} hizmetini yönetenlere haber verin.",
  "mail.new_device.subject": "{app} hesabınızda yeni oturum",
  "mail.new_device.intro":
    "{app} hesabınızda daha önce görmediğimiz bir tarayıcıdan oturum açıldı: {device}, adres {ip}, {time}.",
  "mail.new_device.action": "Oturumları gör",
  "mail.new_device.outro":
    "Siz iseniz bir şey yapmanız gerekmez. Değilseniz parolanızı şimdi değiştirin: bu, diğer tüm oturumları sonlandırır.",
  "mail.two_factor_changed.subject": "{app} ikinci adımınız değiştirildi",
  "mail.two_factor_changed.intro":
    "{app} hesabınızın iki adımlı doğrulama ayarları {time} tarihinde değiştirildi: {change}",
  "mail.two_factor_changed.action": "Güvenlik ayarlarını gör",
  "mail.two_factor_changed.outro":
    "Siz iseniz bir şey yapmanız gerekmez. Değilseniz parolanızı şimdi değiştirin.",
  "mail.two_factor_removed.subject": "{app} hesabınızın ikinci adımı kaldırıldı",
  "mail.two_factor_removed.intro":
    "Bir {app} yöneticisi {time} tarihinde hesabınızın iki adımlı doğrulamasını kapattı. Artık hesabınızı tek başına parolanız açıyor.",
  "mail.two_factor_removed.action": "Yeniden kurun",
  "mail.two_factor_removed.outro":
    "En kısa sürede yeniden kurun. Bunu siz istemediyseniz hemen {app} hizmetini yönetenlere haber verin.",
  "mail.two_factor_failures.subject": "{app} ikinci adımınızda art arda hatalar",
  "mail.two_factor_failures.intro":
    "{app} parolanızı bilen biri art arda çok kez yanlış doğrulama kodu girdi. İkinci adım {minutes} dakika durduruldu.",
  "mail.two_factor_failures.action": "Parolayı sıfırla",
  "mail.two_factor_failures.outro": "Siz değilseniz parolanızı değiştirin: onu başka biri biliyor.",
  "mail.email_change_requested.subject": "{app} e-posta adresiniz değişmek üzere",
  "mail.email_change_requested.intro":
    "Birisi, umarız siz, {app} hesabınızın e-posta adresini {email} olarak değiştirmek istedi. O adrese giden iletideki bağlantı açılınca değişir.",
  "mail.email_change_requested.action": "Profili gör",
  "mail.email_change_requested.outro": "Siz değilseniz parolanızı şimdi değiştirin.",
  "mail.email_changed.subject": "{app} e-posta adresiniz değiştirildi",
  "mail.email_changed.intro":
    "{app} hesabınızın e-posta adresi {time} tarihinde {email} olarak değiştirildi. Bundan sonra bu adresle oturum açarsınız.",
  "mail.email_changed.action": "Oturum aç",
  "mail.email_changed.outro": "Bunu beklemiyorsanız hemen {app} hizmetini yönetenlere haber verin.",
  "mail.email_taken.subject": "{app} hizmetinde zaten bir hesabınız var",
  "mail.email_taken.intro":
    "Birisi, umarız siz, bu e-posta adresini {app} hizmetindeki bir hesap için kullanmaya çalıştı. Zaten bir hesabınız var.",
  "mail.email_taken.action": "Oturum aç",
  "mail.email_taken.outro":
    "Parolanızı unuttuysanız oturum açma sayfasında sıfırlayabilirsiniz. Siz değilseniz bir şey yapmanız gerekmez.",
  "mail.access_ended.subject": "{app} oturumlarınız ve anahtarlarınız sona erdi",
  "mail.access_ended.intro":
    "Bir {app} yöneticisi {time} tarihinde hesabınızın tüm oturumlarını, erişim anahtarlarını ve bağlı uygulamalarını sonlandırdı. Parolanız değişmedi.",
  "mail.access_ended.action": "Yeniden oturum açın",
  "mail.access_ended.outro":
    "Bu anahtarlardan birini kullanan programlara yenisi gerekir. Bunu beklemiyorsanız {app} hizmetini yönetenlere sorun.",
  "mail.session_ended.subject": "{app} oturumlarınızdan biri sonlandırıldı",
  "mail.session_ended.intro":
    "Bir {app} yöneticisi {time} tarihinde tarayıcı oturumlarınızdan birini ({device}) sonlandırdı. Parolanız değişmedi.",
  "mail.session_ended.action": "Oturumları gör",
  "mail.session_ended.outro":
    "Yeniden oturum açabilirsiniz. Bunu beklemiyorsanız {app} hizmetini yönetenlere sorun.",
  "mail.application_revoked.subject": "{app}: {application} erişimi iptal edildi",
  "mail.application_revoked.intro":
    "Bir {app} yöneticisi {time} tarihinde “{application}” uygulamasının hesabınıza erişimini iptal etti.",
  "mail.application_revoked.action": "Uygulamaları gör",
  "mail.application_revoked.outro":
    "Hâlâ gerekliyse yeniden erişim vermeden önce {app} hizmetini yönetenlere nedenini sorun.",
  "mail.account_deleted.subject": "{app} hesabınız silindi",
  "mail.account_deleted.intro":
    "{app} hesabınız {time} tarihinde silindi. Tüm oturumları ve erişim anahtarları sonlandı.",
  "mail.account_deleted.action": "{app} sayfasını aç",
  "mail.account_deleted.outro":
    "Siz değilseniz 30 gün içinde {app} hizmetini yönetenlere haber verin: o zamana kadar geri getirilebilir.",
  "mail.account_restored.subject": "{app} hesabınız geri getirildi",
  "mail.account_restored.intro":
    "{app} üzerindeki silinmiş hesabınız {time} tarihinde geri getirildi. Parolanız ve iki adımlı doğrulamanız eskisi gibi. Önceki oturumlar, erişim anahtarları ve bağlı uygulamalar geri gelmez.",
  "mail.account_restored.action": "Oturum aç",
  "mail.account_restored.outro": "Bunu beklemiyorsanız {app} hizmetini yönetenlere haber verin.",
  "mail.refresh_token_reused.subject": "{app}: {application} erişimi iptal edildi",
  "mail.refresh_token_reused.intro":
    "“{application}” uygulamasının bir yenileme anahtarı {time} tarihinde ikinci kez kullanıldı. Birinin elinde bir kopyası olabilir; bu yüzden uygulamanın hesabınızla yapabildiği her şey sona erdirildi.",
  "mail.refresh_token_reused.action": "Uygulamaları gör",
  "mail.refresh_token_reused.outro":
    "Uygulamaya yeniden erişim verebilirsiniz. Bu bir daha olursa, anahtarların sızıp sızmadığını uygulamayı yapana sorun.",
  "mail.token_created.subject": "{app} hizmetinde yeni erişim anahtarı",
  "mail.token_created.intro":
    "{app} hesabınız için {time} tarihinde “{token}” adlı bir kişisel erişim anahtarı oluşturuldu.",
  "mail.token_created.action": "Anahtarları gör",
  "mail.token_created.outro":
    "Siz iseniz bir şey yapmanız gerekmez. Değilseniz anahtarı iptal edin ve parolanızı değiştirin.",
  "mail.client_created.subject": "{app} için yeni API istemcisi",
  "mail.client_created.intro":
    "{app} hesabınızla {time} tarihinde “{client}” adlı bir API istemcisi oluşturuldu.",
  "mail.client_created.action": "API istemcilerine bakın",
  "mail.client_created.outro":
    "Bunu siz yaptıysanız bir şey yapmanız gerekmez. Siz yapmadıysanız istemciyi silin ve parolanızı hemen değiştirin.",
  "mail.token_expiring.subject": "{app} erişim anahtarınızın süresi doluyor",
  "mail.token_expiring.intro":
    "{app} hizmetindeki “{token}” adlı kişisel erişim anahtarınızın süresi {time} tarihinde doluyor. O andan sonra onu kullananlar çalışmaz.",
  "mail.token_expiring.action": "Anahtarları gör",
  "mail.token_expiring.outro":
    "Hâlâ gerekliyse o günden önce yenisini oluşturun. Değilse bir şey yapmanız gerekmez.",
  "mail.token_revoked.subject": "{app} erişim anahtarınız iptal edildi",
  "mail.token_revoked.intro":
    "{app} hizmetindeki “{token}” adlı kişisel erişim anahtarınız {time} tarihinde bir yönetici tarafından iptal edildi. Onu kullananlar artık çalışmaz.",
  "mail.token_revoked.action": "Anahtarları gör",
  "mail.token_revoked.outro":
    "Hâlâ gerekliyse yenisini oluşturmadan önce {app} hizmetini yönetenlere nedenini sorun.",
  "mail.mail_test.subject": "{app} deneme e-postası",
  "mail.mail_test.intro":
    "Bu e-posta {time} tarihinde {app} e-posta ayarlarından gönderildi. Size ulaştığına göre e-postalar çalışıyor.",
  "mail.mail_test.action": "E-posta ayarlarını aç",
  "mail.mail_test.outro": "Yapmanız gereken bir şey yok.",
};
