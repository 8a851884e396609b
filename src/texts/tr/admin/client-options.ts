import type { clientOptions as en } from "../../en/admin/client-options.js";

export const clientOptions: Record<keyof typeof en, string> = {
  "field.security_profile": "Güvenlik profili",
  "field.code_binding": "Kodların bağlanması",
  "field.authorization_response_iss_parameter": "Yanıtlarda iss gönder",
  "field.scope_claims_in_id_token": "Kimlik jetonlarında bilgiler",
  "field.introspection_resources": "Sorgulanabilecek hizmetler",
  "field.id_token_signed_response_alg": "Kimlik jetonlarının imzası",
  "field.subject_type": "Kullanıcı kimlikleri",
  "field.backchannel_logout_uri": "Oturum kapatma bildirim adresi",
  "field.token_endpoint_auth_method": "Uygulamanın kimlik doğrulaması",
  "field.jwks": "Açık anahtarlar (JWK kümesi)",
  "field.require_pushed_authorization_requests": "Önceden gönderilen istekler zorunlu",
  "field.access_token_format": "Erişim jetonları",
  "field.resources": "Hizmetler",
  "field.dpop_bound_access_tokens": "Erişim jetonlarını bir anahtara bağla",
  "clients.options": "Protokol seçenekleri",
  "clients.options.intro": "Varsayılanlar çoğu uygulamaya uygundur.",
  "clients.options.id_token_signed_response_alg":
    "Kimlik jetonlarını (ID token) imzalayan algoritma. RS256 her yerde çalışır.",
  "clients.options.subject_type": "Bunu değiştirirseniz uygulama kullanıcılarını artık tanımaz.",
  "clients.options.subject_type.public": "Hesabın kimliği, tüm uygulamalarda aynı",
  "clients.options.subject_type.pairwise": "Yalnızca bu uygulamaya özel kimlik",
  "clients.options.token_endpoint_auth_method": "Anahtarla doğrulamada gizli kod kabul edilmez.",
  "clients.options.token_endpoint_auth_method.client_secret": "Gizli kod",
  "clients.options.token_endpoint_auth_method.private_key_jwt": "Kendi anahtarıyla imza (private_key_jwt)",
  "clients.options.backchannel_logout_uri":
    "Kullanıcının oturumu kapandığında buraya bir oturum kapatma jetonu (logout token) göndeririz. Yeni oturumlar için geçerlidir. https kullanın.",
  "clients.options.jwks": `Kendi anahtarıyla imza için: 1–10 RSA, P-256, P-384 veya Ed25519 anahtarıyla {"keys": […]}. Yalnızca açık bölümler saklanır.`,
  "clients.options.security_profile": "FAPI 2.0, aşağıdaki seçeneklerin birkaçını zorunlu kılar.",
  "clients.options.security_profile.none": "Yok",
  "clients.options.security_profile.fapi2": "FAPI 2.0 profili",
  "clients.options.code_binding":
    "Dönüş yolunda çalınan bir kodu işe yaramaz kılar. Yalnızca PKCE kullanamayan uygulamalar için daha azını seçin.",
  "clients.options.code_binding.pkce": "Yalnızca PKCE",
  "clients.options.code_binding.pkce_or_nonce": "PKCE veya nonce",
  "clients.options.code_binding.none": "Yok (önerilmez)",
  "clients.options.unbound":
    "Bu uygulama PKCE veya nonce göndermeden de kod alabilir; çalınan bir kod, birinin yanlış hesapta oturum açmasına yol açabilir. Uygulama destekliyorsa PKCE kullanın.",
  "clients.options.authorization_response_iss_parameter":
    "Yalnızca bunu okuyamayan uygulamalar için kapatın; örneğin mod_auth_openidc.",
  "clients.options.scope_claims_in_id_token":
    "E-posta gibi, kapsamlara ait bilgileri kimlik jetonlarına da koyar. Kapalıyken bunları yalnızca userinfo adresi verir.",
  "clients.options.introspection_resources":
    "Başkalarının jetonlarını sorgulayabiliyorsa: yalnızca bu hizmetler için olanlar, her satıra bir adres. Tüm jetonlar için boş bırakın.",
  "clients.options.require_pushed_authorization_requests":
    "Uygulama yetki isteklerini sunucudan sunucuya göndermelidir (PAR).",
  "clients.options.access_token_format":
    "Başka hizmetler bir JWT'yi kendileri doğrulayabilir. İptal edildiğini ancak süresi dolunca fark ederler.",
  "clients.options.access_token_format.opaque": "Rastgele değerler",
  "clients.options.access_token_format.jwt": "JWT (RFC 9068)",
  "clients.options.resources":
    "Uygulamanın erişim jetonu isteyebileceği hizmetler, her satıra bir adres. Bu hizmetin adresi {own}.",
  "clients.options.dpop_bound_access_tokens":
    "Uygulama her istekte anahtara sahip olduğunu kanıtlar (DPoP); çalınan bir erişim jetonu işe yaramaz.",
  "clients.validation.resources.many": "En fazla {max} hizmet girin.",
  "clients.validation.resources.malformed":
    "{line}. satır: # bölümü olmadan tam bir adres girin, her birini bir kez.",
  "clients.validation.pkce": "Genel bir uygulama PKCE kullanmalıdır.",
  "clients.validation.fapi2.on": "FAPI 2.0 bu seçeneği zorunlu kılar.",
  "clients.validation.fapi2.value": "FAPI 2.0 için gereken: {value}.",
  "clients.validation.fapi2.public": "Genel bir uygulama FAPI 2.0 kullanamaz.",
  "clients.validation.fapi2.key": "{number}. anahtar: FAPI 2.0 için PS256, ES256 veya EdDSA gerekir.",
  "clients.validation.key_authentication": "Genel bir uygulama kimliğini doğrulamaz.",
  "clients.validation.jwks.none": "Uygulamanın açık anahtarlarını girin.",
  "clients.validation.jwks.malformed": `Bir JWK kümesi girin: {"keys": […]}.`,
  "clients.validation.jwks.many": "En fazla {max} anahtar girin.",
  "clients.validation.jwks.key":
    "{number}. anahtar: en az 2048 bitlik bir RSA anahtarı ya da P-256, P-384 veya Ed25519 anahtarı kullanın.",
};
