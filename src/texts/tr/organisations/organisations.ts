import type { organisations as en } from "../../en/organisations/organisations.js";

export const organisations: Record<keyof typeof en, string> = {
  "organisations.validation.slug":
    "2-48 küçük harf, rakam ve kısa çizgi kullanın; başta ve sonda harf veya rakam olmalı.",
  "organisations.validation.slug_reserved": "Bu kısa ad ayrılmış. Başka bir kısa ad seçin.",
  "organisations.validation.slug_taken": "Bu kısa ad başka bir kuruluşun.",
  "organisations.validation.person": "Böyle bir hesap yok.",
  "organisations.validation.member": "Bu kişi zaten üye.",
  "organisations.validation.member_oneself": "Zaten üyesiniz.",
  "organisations.validation.invited": "Bu adres zaten davetli. Bunun yerine daveti yeniden gönderin.",
  "organisations.join.invalid":
    "Davetin süresi dolmuş, davet kullanılmış veya geri alınmış ya da bağlantı eksik. Yeni bir davet isteyin.",
  "organisations.creation_off": "Burada kuruluş oluşturamazsınız.",
  "organisations.too_many": "Zaten {max} kuruluşun sahibisiniz.",
  "organisations.validation.another": "Başka bir üye seçin.",
  "organisations.last_owner": "Bir kuruluşun her zaman sahibi olmalıdır. Önce başka bir üyeyi sahip yapın.",
  "organisations.owners_kept": "Sahiplerle ilgili bu işlemi yalnızca bir sahip yapabilir.",
  "organisations.validation.role": "Böyle bir rol yok.",
  "organisations.validation.role_name":
    "2-{max} küçük harf (a–z), rakam, kısa çizgi ve alt çizgi kullanın; harfle başlayın.",
  "organisations.validation.role_taken": "Bu adla bir rol zaten var.",
  "organisations.roles.beyond": "Bu rol sizinkinden fazlasına izin veriyor.",
  "organisations.roles.too_many": "Kuruluşun zaten kendine özgü {max} rolü var.",
  "organisations.roles.held":
    "Rol silinmedi, çünkü hâlâ bir üyede var. Silinen hesaplar 30 gün boyunca sayılır.",
  "organisations.validation.domain": "Bu bir alan adı değil; örneğin acme.example.",
  "organisations.validation.domain_public": "Bu alan adında herkes adres alabilir.",
  "organisations.validation.domain_added": "Bu alan adı kuruluşta zaten var.",
  "organisations.domains.too_many": "Kuruluşun zaten {max} alan adı var.",
  "organisations.domains.unproven": "Kayıt bulunamadı. Yeni bir kaydın görünmesi saatler sürebilir.",
  "organisations.domains.unanswered":
    "Bu alan adının ad sunucuları yanıt vermedi. Daha sonra yeniden deneyin.",
  "organisations.domains.code_wrong": "Kod yanlış ya da süresi dolmuş.",
  "organisations.domains.taken": "Bu alan adını başka bir kuruluş doğrulamış.",
};
