import type { organisationJoining as en } from "../../en/organisations/joining.js";

export const organisationJoining: Record<keyof typeof en, string> = {
  "organisations.joining.label": "{domain} adresli kişiler",
  "organisations.joining.save": "{domain} ile kimlerin katılabileceğini kaydet",
  "organisations.joining.nobody": "Yalnızca davetle katılır",
  "organisations.joining.ask": "Katılmak isteyebilir",
  "organisations.joining.automatic": "Giriş yapınca üye olur",
  "organisations.joinable.title": "Katılabileceğiniz kuruluşlar",
  "organisations.joinable.why": "Adresiniz {domain} alan adında.",
  "organisations.joinable.waiting": "Katılma isteğiniz iletildi. Kuruluştan biri karar verecek.",
  "organisations.joinable.ask": "Katılma isteği gönder",
  "organisations.joinable.ask.of": "Katılma isteği gönder: {name}",
  "organisations.joinable.automatic": "Katıl",
  "organisations.joinable.automatic.of": "Katıl: {name}",
  "organisations.joinable.asked": "{name} sahiplerine katılmak istediğiniz bildirildi.",
  "organisations.join_requests": "İstekler",
  "organisations.join_requests.title": "Katılma istekleri",
  "organisations.join_requests.intro":
    "Adresi kuruluşun bir alan adında olan ve katılmak isteyen kişiler. Kabul edilince üye olurlar.",
  "organisations.join_requests.list": "Açık istekler",
  "organisations.join_requests.empty": "Katılmak isteyen yok.",
  "organisations.join_requests.empty.example": "Kimlerin isteyebileceği alan adları sayfasında yazar.",
  "organisations.join_requests.accept": "Kabul et",
  "organisations.join_requests.accept.of": "Kabul et: {name}",
  "organisations.join_requests.accepted": "{name} artık üye.",
  "organisations.join_requests.decline": "Reddet",
  "organisations.join_requests.decline.of": "Reddet: {name}",
  "organisations.join_requests.decline.ask":
    "Bu kişi bundan sonra yalnızca davetle katılabilir; kendisine bildirilmez.",
  "organisations.join_requests.declined": "İstek reddedildi.",
};
