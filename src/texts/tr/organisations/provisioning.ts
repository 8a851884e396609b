import type { organisationProvisioning as en } from "../../en/organisations/provisioning.js";

export const organisationProvisioning: Record<keyof typeof en, string> = {
  "organisations.provisioning": "Dizin eşitleme",
  "organisations.provisioning.title": "Dizin eşitleme",
  "organisations.provisioning.intro":
    "Entra ID veya Okta gibi bir dizin, SCIM 2.0 ile üye ekleyebilir, değiştirebilir ve çıkarabilir. Bunun için temel adres ve bir jeton gerekir.",
  "organisations.provisioning.off":
    "Bu hizmetin yönetimi dizin eşitlemeyi kapattı. Açılana kadar jetonların etkisi yoktur.",
  "organisations.provisioning.base_url": "Temel adres",
  "organisations.provisioning.domains": "Yalnızca adresi doğrulanmış alan adlarında olan kişiler eklenir.",
  "organisations.provisioning.list": "Jetonlar",
  "organisations.provisioning.empty": "Henüz jeton yok.",
  "organisations.provisioning.empty.example": "Örneğin {name} dizini için bir jeton.",
  "organisations.provisioning.created_by": "Oluşturan",
  "organisations.provisioning.last_used": "Son kullanım",
  "organisations.provisioning.never_used": "Hiç",
  "organisations.provisioning.add": "Jeton oluştur",
  "organisations.provisioning.add.hint": "Örneğin Entra ID.",
  "organisations.provisioning.add.effect":
    "Jetonu elinde bulunduran, üyeler ve roller konusunda bir yöneticinin yapabildiğini yapabilir.",
  "organisations.provisioning.once.title": "Jetonu şimdi kopyalayın",
  "organisations.provisioning.once.intro": "Dizine ikisi de gerekir. {name} jetonu bir daha gösterilmez.",
  "organisations.provisioning.once.label": "Jeton",
  "organisations.provisioning.already_created": "Jeton zaten oluşturuldu. Değeri bir daha gösterilemez.",
  "organisations.provisioning.too_many": "Kuruluşun zaten {max} jetonu var.",
  "organisations.provisioning.delete": "Sil",
  "organisations.provisioning.delete.of": "{name} jetonunu sil",
  "organisations.provisioning.delete.ask":
    "Jetonu kullanan dizin artık hiçbir şeyi değiştiremez. Üyeler kalır.",
  "organisations.provisioning.deleted": "{name} jetonu silindi.",
  "provisioning.domain": "Adres, kuruluşun doğrulanmış bir alan adında değil.",
  "provisioning.suspended": "Kuruluş askıya alındı.",
  "provisioning.taken": "Bu kullanıcı kuruluşta zaten var ya da adres başka bir hesapta.",
  "provisioning.unverified": "Bu adresle bir hesap var ve sahibi adresi doğrulamadı.",
  "provisioning.external_id": "Bu externalId başka bir kullanıcıda veya grupta.",
  "provisioning.address_kept": "Yalnızca burada oluşturulan bir hesabın adresi değiştirilebilir.",
  "provisioning.beyond": "Sahipler ve sahip hakları olan üyeler kuruluşun kendisinde yönetilir.",
};
