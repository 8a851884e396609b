import type { providers as en } from "../en/providers.js";

export const providers: Record<keyof typeof en, string> = {
  "provider.rejected.expired":
    "Bu oturum açma isteğinin süresi doldu ya da başka bir tarayıcıda başlatıldı. Yeniden başlayın.",
  "provider.rejected.unavailable":
    "{provider} hizmetine ulaşılamıyor. Daha sonra yeniden deneyin ya da başka bir yolla oturum açın.",
  "provider.rejected.disabled": "{provider} ile oturum açma kapalı.",
  "provider.rejected.cancelled": "{provider} ile oturum açmaktan vazgeçtiniz.",
  "provider.rejected.failed": "{provider} ile oturum açılamadı. Yeniden deneyin.",
  "provider.rejected.unverified":
    "{provider}, e-posta adresinizin doğrulandığını bildirmiyor. Adresinizi orada doğrulayıp yeniden deneyin.",
  "provider.rejected.no_email":
    "{provider} bir e-posta adresi göndermedi. Oradaki hesabınıza bir adres ekleyin ya da yöneticisine başvurun.",
  "provider.rejected.domain":
    "{provider} ile oturum açmak için {domains} uzantılı bir e-posta adresi gerekir.",
  "provider.rejected.no_account":
    "Buradaki hiçbir hesap {provider} hesabınıza bağlı değil. Başka bir yolla oturum açın, sonra güvenlik sayfasında bağlayın.",
  "provider.rejected.other_account": "Yeniden başlayın: şu anda başka bir hesapla oturum açıksınız.",
  "provider.rejected.not_linked": "Bu {provider} hesabı sizin hesabınıza bağlı değil.",
  "provider.rejected.not_fresh":
    "{provider}, orada az önce oturum açtığınızı doğrulayamıyor. Önce parola belirleyin, sonra onunla onaylayın.",
  "provider.rejected.linked_elsewhere": "Bu {provider} hesabı başka bir hesaba bağlı.",
  "provider.rejected.linked_already": "Hesabınız zaten {provider} ile bağlı. Önce o bağlantıyı kaldırın.",
  "provider.rejected.email_taken": "Bu {provider} hesabının e-posta adresi buradaki başka bir hesaba ait.",
  "identity.last_way_in":
    "Bu hesapta yalnızca bununla oturum açılabilir. Önce parola belirleyin, geçiş anahtarı ekleyin ya da başka bir sağlayıcı bağlayın.",

  "activity.identity_linked": "Oturum açma sağlayıcısı bağlandı",
  "activity.identity_removed": "Oturum açma sağlayıcısının bağlantısı kaldırıldı",
  "activity.provider_created": "Oturum açma sağlayıcısı eklendi",
  "activity.provider_updated": "Oturum açma sağlayıcısı değiştirildi",
  "activity.provider_deleted": "Oturum açma sağlayıcısı silindi",
  "activity_log.type.sign_in_provider": "Oturum açma sağlayıcısı",
  "activity_log.field.provider": "Sağlayıcı",
  "activity_log.field.provider_client_id": "İstemci kimliği",
  "activity_log.field.enabled": "Açık",
  "activity_log.field.create_accounts": "Hesap oluşturur",
  "activity_log.field.emails_are_verified": "Adresleri doğrulanmıştır",
  "activity_log.field.provider_sign_ins": "Sağlayıcılarda bekleyen oturum açmalar",
  "activity_log.field.links": "Bağlı hesaplar",

  "mail.identity_linked.subject": "{provider}, {app} hesabınıza bağlandı",
  "mail.identity_linked.intro":
    "{email} adresli {provider} hesabı {time} tarihinde {app} hesabınıza bağlandı. Artık onunla hesabınızda oturum açılabilir.",
  "mail.identity_linked.action": "Oturum açma sağlayıcılarını gözden geçir",
  "mail.identity_linked.outro":
    "Bunu siz yaptıysanız bir şey yapmanız gerekmez. Yapmadıysanız bağlantıyı kaldırın ve parolanızı hemen değiştirin.",
  "mail.identity_removed.subject": "{provider} bağlantısı {app} hesabınızdan kaldırıldı",
  "mail.identity_removed.intro":
    "{provider} hesabınızın {app} hesabınızla bağlantısı {time} tarihinde kaldırıldı. Artık onunla hesabınızda oturum açılamaz.",
  "mail.identity_removed.action": "Oturum açma sağlayıcılarını gözden geçir",
  "mail.identity_removed.outro":
    "Bunu siz yaptıysanız bir şey yapmanız gerekmez. Yapmadıysanız parolanızı hemen değiştirin.",
  "mail.identity_removed_by_administrator.subject": "{provider} bağlantısı {app} hesabınızdan kaldırıldı",
  "mail.identity_removed_by_administrator.intro":
    "Bir {app} yöneticisi {time} tarihinde hesabınızın {provider} bağlantısını kaldırdı.",
  "mail.identity_removed_by_administrator.action": "Oturum açma sağlayıcılarını gözden geçir",
  "mail.identity_removed_by_administrator.outro": "Bunu siz istemediyseniz hemen {app} ekibine haber verin.",
};
