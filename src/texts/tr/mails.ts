import type { mails as en } from "../en/mails.js";

export const mails: Record<keyof typeof en, string> = {
  "mail.greeting": "Merhaba {name},",
  "mail.greeting.nameless": "Merhaba,",
  "mail.link_hint": "Düğme çalışmazsa bu adresi tarayıcınıza kopyalayın:",
  "mail.reason.account": "Bu, {app} hesabınızla ilgili zorunlu bir güvenlik bildirimidir.",
  "mail.reason.address":
    "Bu e-postayı, bu adres {app} hizmetinde girildiği için aldınız. Giren siz değilseniz dikkate almayın.",
  "mail.verify_email.subject": "{app} için e-postanızı doğrulayın",
  "mail.verify_email.intro":
    "{app} hizmetini kullanmak için bu e-posta adresinin size ait olduğunu onaylayın.",
  "mail.verify_email.action": "E-postayı doğrula",
  "mail.verify_email.outro":
    "Bağlantı bir saat geçerlidir. Hesap oluşturmadıysanız bir şey yapmanız gerekmez.",
  "mail.invitation.subject": "{app} hizmetine davet edildiniz",
  "mail.invitation.intro": "Bir {app} yöneticisi sizin için bir hesap oluşturdu. Başlamak için parola seçin.",
  "mail.invitation.action": "Parola seç",
  "mail.invitation.outro":
    "Bağlantı bir kez ve 7 gün boyunca çalışır. Süresi dolduysa bir yöneticiden yenisini isteyin.",
  "mail.organisation_invitation.subject": "{app} hizmetindeki {organisation} kuruluşuna davet edildiniz",
  "mail.organisation_invitation.intro":
    "{inviter} sizi {app} hizmetindeki {organisation} kuruluşuna davet ediyor. Kuruluştaki rolünüz: {role}.",
  "mail.organisation_invitation.inviter": "Bir kullanıcı",
  "mail.organisation_invitation.action": "Daveti gör",
  "mail.organisation_invitation.outro":
    "Bağlantı bir kez ve 7 gün boyunca çalışır. Katılmak istemiyorsanız bir şey yapmanız gerekmez.",
  "mail.domain_code.subject": "{app} üzerindeki {domain} için kod",
  "mail.domain_code.intro":
    "{app} üzerindeki {organisation} kuruluşu {domain} alan adının kendisine ait olduğunu belirtiyor. Bu doğruysa kuruluşa şu kodu verin: {code}",
  "mail.domain_code.action": "{app} nedir, görün",
  "mail.domain_code.outro": "Kod bir gün geçerlidir. Kuruluşu tanımıyorsanız bir şey yapmanız gerekmez.",
  "mail.join_requested.subject": "{person}, {organisation} kuruluşuna katılmak istiyor",
  "mail.join_requested.intro":
    "{person}, alan adınızdaki bir adresle {app} üzerindeki {organisation} kuruluşuna katılmak istiyor.",
  "mail.join_requested.action": "İstekleri gör",
  "mail.join_requested.outro": "İsteği kabul edin veya reddedin. O zamana kadar hiçbir şey değişmez.",
  "mail.join_accepted.subject": "{app} üzerindeki {organisation} kuruluşunun üyesisiniz",
  "mail.join_accepted.intro": "{app} üzerindeki {organisation} kuruluşuna katılma isteğiniz kabul edildi.",
  "mail.join_accepted.action": "Kuruluşu gör",
  "mail.join_accepted.outro": "Kuruluştan bu sayfada ayrılabilirsiniz.",
  "mail.reset_password.subject": "{app} parolanızı sıfırlayın",
  "mail.reset_password.intro": "{app} parolanızı sıfırlamak için bir istek aldık.",
  "mail.reset_password.action": "Yeni parola seç",
  "mail.reset_password.outro":
    "Bağlantı bir kez ve 60 dakika geçerlidir. İstemediyseniz bir şey yapmanız gerekmez: parolanız aynı kalır.",
  "mail.password_changed.subject": "{app} parolanız değiştirildi",
  "mail.password_changed.intro": "{app} hesabınızın parolası {time} tarihinde değiştirildi.",
  "mail.password_changed.action": "Parolayı sıfırla",
  "mail.password_changed.outro":
    "Siz yaptıysanız bir şey yapmanız gerekmez. Değilse parolanızı hemen sıfırlayın ve {app} ekibine haber verin.",
  "mail.password_set.subject": "{app} parolanızı bir yönetici belirledi",
  "mail.password_set.intro":
    "Bir {app} yöneticisi {time} tarihinde hesabınıza yeni bir parola belirledi. Tüm oturumlarınız ve erişim jetonlarınız sona erdi; önceki parolanız artık geçerli değil.",
  "mail.password_set.action": "Parola belirle",
  "mail.password_set.outro":
    "Yalnızca sizin bildiğiniz bir parola seçin. Bunu beklemiyorsanız {app} ekibine haber verin.",
  "mail.new_device.subject": "{app} hesabınızda yeni oturum",
  "mail.new_device.intro":
    "{app} hesabınızda yeni bir tarayıcıdan oturum açıldı: {device}, IP adresi {ip}, {time}.",
  "mail.new_device.action": "Oturumları gözden geçir",
  "mail.new_device.outro":
    "Siz yaptıysanız bir şey yapmanız gerekmez. Değilse parolanızı şimdi değiştirin: bu, diğer tüm oturumları sonlandırır.",
  "mail.two_factor_changed.subject": "{app} ikinci adımınız değiştirildi",
  "mail.two_factor_changed.intro":
    "{app} hesabınızın iki adımlı doğrulama ayarları {time} tarihinde değiştirildi: {change}",
  "mail.two_factor_changed.action": "Güvenlik ayarlarını gözden geçir",
  "mail.two_factor_changed.outro":
    "Siz yaptıysanız bir şey yapmanız gerekmez. Değilse parolanızı şimdi değiştirin.",
  "mail.two_factor_removed.subject": "{app} hesabınızın ikinci adımı kaldırıldı",
  "mail.two_factor_removed.intro":
    "Bir {app} yöneticisi {time} tarihinde hesabınızın iki adımlı doğrulamasını kapattı. Artık hesabınızı yalnızca parolanız koruyor.",
  "mail.two_factor_removed.action": "Yeniden kur",
  "mail.two_factor_removed.outro":
    "En kısa sürede yeniden kurun. Bunu siz istemediyseniz hemen {app} ekibine haber verin.",
  "mail.two_factor_failures.subject": "{app} hizmetinde başarısız iki adımlı doğrulama denemeleri",
  "mail.two_factor_failures.intro":
    "{app} parolanızı bilen biri art arda yanlış doğrulama kodları girdi. İkinci adımınızı {minutes} dakika durdurduk.",
  "mail.two_factor_failures.action": "Parolayı sıfırla",
  "mail.two_factor_failures.outro": "Siz değilseniz parolanızı değiştirin: onu başka biri biliyor.",
  "mail.email_change_requested.subject": "{app} e-posta adresiniz değişmek üzere",
  "mail.email_change_requested.intro":
    "{app} hesabınızın e-postasını {email} olarak değiştirmek için bir istek aldık. O adrese giden e-postadaki bağlantı açılınca değişir.",
  "mail.email_change_requested.action": "Profili gözden geçir",
  "mail.email_change_requested.outro": "Siz değilseniz parolanızı şimdi değiştirin.",
  "mail.email_changed.subject": "{app} e-posta adresiniz değiştirildi",
  "mail.email_changed.intro":
    "{app} hesabınızın e-postası {time} tarihinde {email} olarak değiştirildi. Bundan sonra yeni adresle oturum açın.",
  "mail.email_changed.action": "Oturum aç",
  "mail.email_changed.outro": "Bunu beklemiyorsanız hemen {app} ekibine haber verin.",
  "mail.email_taken.subject": "{app} hizmetinde zaten bir hesabınız var",
  "mail.email_taken.intro":
    "Birisi bu e-postayı {app} hizmetindeki bir hesap için kullanmaya çalıştı. Zaten bir hesabınız var.",
  "mail.email_taken.action": "Oturum aç",
  "mail.email_taken.outro":
    "Parolanızı unuttuysanız oturum açma sayfasında sıfırlayabilirsiniz. Siz değilseniz bir şey yapmanız gerekmez.",
  "mail.access_ended.subject": "Tüm {app} oturumlarınız kapatıldı",
  "mail.access_ended.intro":
    "Bir {app} yöneticisi {time} tarihinde hesabınızın tüm oturumlarını, erişim jetonlarını ve bağlı uygulamalarını sonlandırdı. Parolanız değişmedi.",
  "mail.access_ended.action": "Yeniden oturum aç",
  "mail.access_ended.outro":
    "Bu jetonlardan birini kullanan programlara yenisi gerekir. Bunu beklemiyorsanız {app} ekibine haber verin.",
  "mail.session_ended.subject": "{app} oturumlarınızdan biri sonlandırıldı",
  "mail.session_ended.intro":
    "Bir {app} yöneticisi {time} tarihinde oturumlarınızdan birini ({device}) sonlandırdı. Parolanız değişmedi.",
  "mail.session_ended.action": "Oturumları gözden geçir",
  "mail.session_ended.outro": "Yeniden oturum açabilirsiniz. Bunu beklemiyorsanız {app} ekibine haber verin.",
  "mail.application_revoked.subject": "{app}: {application} erişimi iptal edildi",
  "mail.application_revoked.intro":
    "Bir {app} yöneticisi {time} tarihinde “{application}” uygulamasının hesabınıza erişimini iptal etti.",
  "mail.application_revoked.action": "Bağlı uygulamaları gözden geçir",
  "mail.application_revoked.outro": "Hâlâ gerekliyse yeniden bağlamadan önce {app} ekibine sorun.",
  "mail.account_deleted.subject": "{app} hesabınız silindi",
  "mail.account_deleted.intro":
    "{app} hesabınız {time} tarihinde silindi. Tüm oturumları ve erişim jetonları sonlandı.",
  "mail.account_deleted.action": "{app} sayfasını aç",
  "mail.account_deleted.outro":
    "Siz yapmadıysanız 30 gün içinde {app} ekibine haber verin: o zamana kadar hesap geri getirilebilir.",
  "mail.account_restored.subject": "{app} hesabınız geri getirildi",
  "mail.account_restored.intro":
    "Silinen {app} hesabınız {time} tarihinde geri getirildi. Parolanız ve iki adımlı doğrulamanız değişmedi. Oturumlar, erişim jetonları ve bağlı uygulamalar geri gelmez.",
  "mail.account_restored.action": "Oturum aç",
  "mail.account_restored.outro": "Bunu beklemiyorsanız {app} ekibine haber verin.",
  "mail.refresh_token_reused.subject": "{app}: {application} erişimi iptal edildi",
  "mail.refresh_token_reused.intro":
    "“{application}” uygulamasının bir yenileme jetonu {time} tarihinde iki kez kullanıldı. Biri onu kopyalamış olabilir; bu yüzden uygulamanın hesabınıza erişimini iptal ettik.",
  "mail.refresh_token_reused.action": "Bağlı uygulamaları gözden geçir",
  "mail.refresh_token_reused.outro":
    "Uygulamayı yeniden bağlayabilirsiniz. Bu bir daha olursa uygulamanın geliştiricisine haber verin.",
  "mail.token_created.subject": "{app} hizmetinde yeni erişim jetonu",
  "mail.token_created.intro":
    "{app} hesabınız için {time} tarihinde “{token}” adlı bir kişisel erişim jetonu oluşturuldu. Bu jeton, oturum açma yöntemlerinizi değiştirmek dışında, API üzerinden yapabildiğiniz her şeyi yapabilir.",
  "mail.token_created.action": "Erişim jetonlarını gözden geçir",
  "mail.token_created.outro":
    "Siz yaptıysanız bir şey yapmanız gerekmez. Değilse jetonu iptal edin ve parolanızı değiştirin.",
  "mail.limited_token_created.subject": "{app} hizmetinde yeni erişim jetonu",
  "mail.limited_token_created.intro":
    "{app} hesabınız için {time} tarihinde “{token}” adlı bir kişisel erişim jetonu oluşturuldu. Bu jeton yalnızca kapsamlarının açtıklarını yapabilir: {scopes}.",
  "mail.limited_token_created.action": "Erişim jetonlarını gözden geçir",
  "mail.limited_token_created.outro":
    "Siz yaptıysanız bir şey yapmanız gerekmez. Değilse jetonu iptal edin ve parolanızı değiştirin.",
  "mail.client_created.subject": "{app} için yeni uygulama",
  "mail.client_created.intro": "{app} hesabınızla {time} tarihinde “{client}” adlı bir uygulama oluşturuldu.",
  "mail.client_created.action": "Uygulamaları gözden geçir",
  "mail.client_created.outro":
    "Siz yaptıysanız bir şey yapmanız gerekmez. Değilse uygulamayı silin ve parolanızı şimdi değiştirin.",
  "mail.webhook_created.subject": "{app} için yeni webhook",
  "mail.webhook_created.intro":
    "{app} hesabınızla {time} tarihinde {host} için bir webhook oluşturuldu. Hesabınızın okuyabildikleri oraya gönderilir.",
  "mail.webhook_created.action": "Webhookları gözden geçir",
  "mail.webhook_created.outro":
    "Siz yaptıysanız bir şey yapmanız gerekmez. Değilse webhooku silin ve parolanızı şimdi değiştirin.",
  "mail.webhook_failed.subject": "Bir {app} webhooku duraklatıldı",
  "mail.webhook_failed.intro":
    "{host}, {app} olaylarını 3 gün boyunca kabul etmedi ya da artık olmadığını bildirdi. Oraya gönderen webhookunuz {time} tarihinde duraklatıldı.",
  "mail.webhook_failed.action": "Webhookları gözden geçir",
  "mail.webhook_failed.outro":
    "Alıcıyı düzeltin, sonra webhooku sürdürün: bekleyenler o zaman gönderilir, başarısız olanları da yeniden gönderebilirsiniz.",
  "mail.webhook_without_rights.subject": "Bir {app} webhooku duraklatıldı",
  "mail.webhook_without_rights.intro":
    "{app} hesabınız, {host} için olan webhookunuzun olaylarını artık okuyamıyor. Webhook {time} tarihinde duraklatıldı.",
  "mail.webhook_without_rights.action": "Webhookları gözden geçir",
  "mail.webhook_without_rights.outro":
    "Hâlâ gerekiyorsa bir yöneticiden yetkiyi isteyin ya da başka birinin webhook oluşturmasını sağlayın.",
  "mail.webhook_of_ended_owner.subject": "Bir {app} webhooku duraklatıldı",
  "mail.webhook_of_ended_owner.intro":
    "{app} hizmetindeki {host} webhookunun sahibi silindi ya da artık oturum açamıyor. Webhook {time} tarihinde duraklatıldı.",
  "mail.webhook_of_ended_owner.action": "Webhookları gözden geçir",
  "mail.webhook_of_ended_owner.outro":
    "Hâlâ gerekiyorsa aynı adres için bir webhook oluşturun. Gerekmiyorsa silin.",
  "mail.token_expiring.subject": "{app} erişim jetonunuzun süresi doluyor",
  "mail.token_expiring.intro":
    "{app} hizmetindeki “{token}” adlı kişisel erişim jetonunuzun süresi {time} tarihinde doluyor. Onu kullanan programlar o zaman çalışmaz hale gelir.",
  "mail.token_expiring.action": "Erişim jetonlarını gözden geçir",
  "mail.token_expiring.outro":
    "Hâlâ gerekliyse o günden önce yenisini oluşturun. Değilse bir şey yapmanız gerekmez.",
  "mail.token_revoked.subject": "{app} erişim jetonunuz iptal edildi",
  "mail.token_revoked.intro":
    "Bir {app} yöneticisi “{token}” adlı kişisel erişim jetonunuzu {time} tarihinde iptal etti. Onu kullanan programlar artık çalışmaz.",
  "mail.token_revoked.action": "Erişim jetonlarını gözden geçir",
  "mail.token_revoked.outro": "Hâlâ gerekliyse yenisini oluşturmadan önce {app} ekibine sorun.",
  "mail.mail_test.subject": "{app} deneme e-postası",
  "mail.mail_test.intro":
    "Bu e-posta {time} tarihinde {app} e-posta ayarlarından gönderildi. E-posta ayarlarınız çalışıyor.",
  "mail.mail_test.action": "E-posta ayarlarını aç",
  "mail.mail_test.outro": "Bir şey yapmanız gerekmez.",
};
