import type { clients as en } from "../../en/admin/clients.js";

export const clients: Record<keyof typeof en, string> = {
  "nav.administration": "Yönetim",
  "nav.api_clients": "Uygulamalar",
  "field.type": "Tür",
  "field.grant_types": "İzin türleri",
  "field.redirect_uris": "Yönlendirme adresleri",
  "field.homepage_url": "Ana sayfa",
  "field.post_logout_redirect_uris": "Oturum kapatma sonrası adresler",
  "field.may_introspect": "Jeton sorgulama",
  "clients.title": "Uygulamalar",
  "clients.intro": "Erişim jetonu isteyebilen OAuth2 uygulamaları.",
  "clients.list": "Tüm uygulamalar",
  "clients.new": "Yeni uygulama",
  "clients.search": "Ada veya kimliğe göre ara",
  "clients.empty": "Henüz uygulama yok.",
  "clients.empty.example": "Örneğin kullanıcılarının burada oturum açtığı bir wiki.",
  "clients.empty.hint": "Bu hizmetten erişim jetonu alması gereken bir program için oluşturun.",
  "clients.empty.read": "İlk uygulamayı, yetkisi olan birinden oluşturmasını isteyin.",
  "clients.kind.web": "Web uygulaması",
  "clients.kind_hint.web": "Bir sunucuda çalışır, gizli kodunu saklar ve kullanıcıların oturumunu açar.",
  "clients.kind.single_page": "Tek sayfalı uygulama",
  "clients.kind_hint.single_page": "Tarayıcıda çalışır, gizli kod olmadan kullanıcıların oturumunu açar.",
  "clients.kind.native": "Mobil veya masaüstü uygulaması",
  "clients.kind_hint.native":
    "Kullanıcının cihazına kurulur, gizli kod olmadan kullanıcıların oturumunu açar.",
  "clients.kind.device": "Cihaz veya komut satırı",
  "clients.kind_hint.device": "Kullanıcılar tarayıcıda kısa bir kod girer. Gizli kodu yoktur.",
  "clients.kind.machine": "Makine",
  "clients.kind_hint.machine": "Kullanıcı olmadan, gizli koduyla kendi adına çalışır.",
  "clients.pages": "Uygulamanın sayfaları",
  "clients.tab.connect": "Bağla",
  "clients.tab.settings": "Ayarlar",
  "clients.type.confidential": "Gizli",
  "clients.type.public": "Genel",
  "clients.origin": "Kaynak",
  "clients.origin.document": "Belgeyle geldi",
  "clients.origin_hint.document": "Yukarıdaki adresteki belgesiyle geldi ve yalnızca orada değiştirilebilir.",
  "clients.origin.itself": "Kendini kaydetti",
  "clients.origin_hint.itself": "Hiçbir yönetici onu denetlemedi.",
  "clients.document_read": "Belgenin okunması",
  "clients.from_document": "Uygulamayı kendi belgesi tanımlar. Yalnızca orada değiştirilebilir.",
  "clients.delete.ask_document":
    "Onu kullanan programlar hemen çalışmaz hale gelir ve belgesi onu geri getirmez. Onu yalnızca “authdock client restore” komutu geri getirir.",
  "clients.grant.authorization_code": "Yetkilendirme kodu",
  "clients.grant.refresh_token": "Yenileme jetonu",
  "clients.grant.client_credentials": "İstemci kimlik bilgileri",
  "clients.grant.device_code": "Cihaz kodu",
  "clients.grant_hint.authorization_code":
    "Kullanıcılar burada oturum açar ve uygulamaya erişim verir. PKCE (S256) varsayılan olarak zorunludur.",
  "clients.grant_hint.refresh_token": "Uygulama, 90 güne kadar, kullanıcıya sormadan erişimini yeniler.",
  "clients.grant_hint.client_credentials":
    "Uygulama, bir kullanıcı olmadan kendi adına işlem yapar. Yalnızca gizli uygulamalar için.",
  "clients.grant_hint.device_code":
    "Klavyesi olmayan cihazlar için: kullanıcılar tarayıcıda kısa bir kod girer.",
  "clients.create.title": "Yeni uygulama",
  "clients.create.submit": "Uygulama oluştur",
  "clients.name.hint": "Uygulama erişim istediğinde kullanıcılara gösterilir.",
  "clients.post_logout.hint":
    "Uygulama OpenID Connect ile oturumu kapattığında kullanıcıların döneceği adresler. Her satıra bir tane, en fazla {max}. Aynı kurallar geçerlidir.",
  "clients.homepage.hint": "Uygulamaya izin vermeden önce kullanıcılara gösterilir.",
  "clients.logo.title": "Logo",
  "clients.logo.intro": "Kullanıcılara uygulamaya izin vermeden önce gösterilir.",
  "clients.redirect.hint":
    "Her satıra bir adres, en fazla {max}. https kullanın; 127.0.0.1, [::1] (her bağlantı noktası) ya da localhost (tam bağlantı noktası) için http de olabilir. # bölümü içeremez. Genel uygulamalar, içinde nokta olan kendi şemalarını da kullanabilir (com.example.app:/callback). Adresler tam olarak eşleşmelidir. Yetkilendirme kodu için gereklidir.",
  "clients.introspect": "Başkalarının jetonlarını sorgulayabilir",
  "clients.introspect.hint":
    "API geçitleri ve kaynak sunucuları için: uygulama, başka uygulamaların jetonlarının sahibini de sorgulayabilir. Kapalıyken yalnızca kendi jetonlarını sorgulayabilir. Yalnızca gizli uygulamalar için.",
  "clients.role": "Rol",
  "clients.role.none": "Rol yok",
  "clients.role.hint":
    "Uygulamanın kendi jetonlarıyla (istemci kimlik bilgileri) neleri okuyabileceği. Yalnızca gizli uygulamalar için. Yalnızca sizinkinden fazla yetkisi olmayan rolleri atayabilirsiniz.",
  "clients.role_above": "Rolünü atayamadığınız için bu uygulamayı değiştiremezsiniz.",
  "clients.created": "Genel uygulama “{name}” oluşturuldu. Gizli kodu yoktur.",
  "clients.already_created":
    "Bu form zaten gönderildi ve uygulama var. Gizli kodunu saklamadıysanız uygulamanın sayfasında yenileyin.",
  "clients.edit.title": "Uygulama",
  "clients.back": "Tüm uygulamalar",
  "clients.id": "İstemci kimliği",
  "clients.redirects.none": "yok",
  "clients.introspect.own": "Yalnızca kendi jetonları",
  "clients.introspect.all": "Başkalarınınkiler de",
  "clients.tokens": "Etkin jetonlar",
  "clients.tokens.hint": "Süresi dolmamış erişim ve yenileme jetonları.",
  "clients.last_used": "Son kullanım",
  "clients.never_used": "Hiç",
  "clients.edit.form": "Değiştir",
  "clients.secret.title": "Gizli kod",
  "clients.secret.intro":
    "Gizli kodu bir daha göremezsiniz. Kaybolduysa ya da başka biri biliyor olabilirse yenileyin: eskisi hemen geçersiz olur. Uygulamanın jetonları süreleri dolana kadar geçerli kalır.",
  "clients.secret.replace": "Gizli kodu yenile",
  "clients.secret.replace_of": "“{name}” uygulamasının gizli kodunu yenile",
  "clients.secret.ask": "Uygulama yeni gizli kodu alana kadar jeton alamaz ve yenileyemez.",
  "clients.secret.confirm": "Gizli kodu yenile",
  "clients.secret.stale":
    "Gizli kod bu formla ya da başka biri tarafından zaten yenilendi. Kimse saklamadıysa bir kez daha yenileyin.",
  "clients.credentials_kept":
    "Kapsamlarıyla sınırlı bir jeton, bir uygulamanın kimliğini nasıl doğruladığını veya hangi jetonları sorgulayabildiğini değiştiremez.",
  "clients.no_secret": "Genel bir uygulamanın gizli kodu yoktur.",
  "clients.once.title": "Uygulamanın gizli kodu",
  "clients.once.intro": "“{name}” uygulamasının gizli kodunu şimdi kopyalayın. Bir daha göremezsiniz.",
  "clients.once.label": "Gizli kod",
  "clients.delete.title": "Uygulamayı sil",
  "clients.delete.of": "“{name}” uygulamasını sil",
  "clients.delete.intro_one":
    "{count} etkin jeton ve bekleyen kodlar hemen geçersiz olur. Bu işlem geri alınamaz.",
  "clients.delete.intro_other":
    "{count} etkin jeton ve bekleyen kodlar hemen geçersiz olur. Bu işlem geri alınamaz.",
  "clients.delete.intro_none":
    "Etkin jetonu yok. Bekleyen kodlar hemen geçersiz olur. Bu işlem geri alınamaz.",
  "clients.delete.ask": "Onu kullanan programlar hemen çalışmaz hale gelir. Bu işlem geri alınamaz.",
  "clients.delete.confirm": "Uygulamayı sil",
  "clients.deleted": "“{name}” uygulaması ve jetonları silindi.",
  "clients.validation.grants.none": "En az bir izin türü seçin.",
  "clients.validation.grants.public": "Genel bir uygulama, istemci kimlik bilgilerini kullanamaz.",
  "clients.validation.grants.refresh":
    "Yenileme jetonu için yetkilendirme kodu veya cihaz kodu gerekir. Bunlardan birini de seçin.",
  "clients.validation.role": "Genel bir uygulamanın rolü olamaz.",
  "clients.validation.introspect": "Genel bir uygulama jetonları sorgulayamaz.",
  "clients.validation.redirect.none":
    "En az bir yönlendirme adresi girin. Yetkilendirme kodu oraya gönderilir.",
  "clients.validation.redirect.many": "En fazla {max} yönlendirme adresi girin.",
  "clients.validation.homepage.malformed":
    "Olağan biçimde tam bir adres girin (# bölümü, kullanıcı adı, büyük harfli sunucu adı veya “..” olmadan).",
  "clients.validation.homepage.insecure":
    "https kullanın. http yalnızca 127.0.0.1, [::1] ve localhost içindir.",
  "clients.validation.redirect.malformed":
    "{line}. satır: olağan biçimde tam bir adres girin (# bölümü, kullanıcı adı, büyük harfli sunucu adı veya “..” olmadan).",
  "clients.validation.redirect.insecure":
    "{line}. satır: https kullanın. http yalnızca 127.0.0.1, [::1] ve localhost içindir.",
  "clients.validation.redirect.scheme":
    "{line}. satır: https kullanın. Genel uygulamalar com.example.app:/callback gibi, içinde nokta olan kendi şemalarını da kullanabilir.",
  "clients.validation.redirect.twice": "{line}. satır: bu adres zaten listede.",
  "clients.connect.title": "Uygulama bağla",
  "clients.connect.intro":
    "Bir uygulamaya buradan oturum açılabilmesi için gerekenler (OpenID Connect). Çoğuna sağlayıcı adresi, istemci kimliği ve gizli kod yeter.",
  "clients.connect.no_codes":
    "Bu uygulama yetkilendirme kodunu kullanamaz, bu yüzden kullanıcıların oturumunu açamaz. Bunun için başka bir uygulama oluşturun.",
  "clients.connect.values": "Değerler",
  "clients.connect.issuer": "Sağlayıcı adresi (issuer)",
  "clients.connect.client_id": "İstemci kimliği",
  "clients.connect.configuration": "Keşif adresi (discovery)",
  "clients.connect.authorize": "Yetkilendirme adresi",
  "clients.connect.token": "Jeton adresi (token)",
  "clients.connect.userinfo": "Kullanıcı bilgisi adresi (userinfo)",
  "clients.connect.keys": "İmza anahtarları (JWKS)",
  "clients.connect.logout": "Oturum kapatma adresi",
  "clients.connect.scopes": "Kapsamlar",
  "clients.connect.secret": "Uygulama oluşturulurken gösterildi. Kaybolduysa yenileyin.",
  "clients.connect.guides": "Bilinen uygulamalar",
  "clients.connect.guides.intro":
    "SECRET ve example.com yerine kendi değerlerinizi yazın ve yönlendirme adresini bu uygulamaya ekleyin.",
  "clients.connect.note.verified": "Yalnızca e-posta adresi doğrulanmış kullanıcılar oturum açabilir.",
  "clients.connect.note.nonce":
    "Spring Boot 3 nonce gönderir, PKCE göndermez. Kodların bağlanması için “PKCE veya nonce” seçin.",
};
