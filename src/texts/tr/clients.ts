import type { clients as en } from "../en/clients.js";

export const clients: Record<keyof typeof en, string> = {
  "nav.administration": "Yönetim",
  "nav.api_clients": "API istemcileri",
  "field.type": "Tür",
  "field.grant_types": "İzin türleri",
  "field.redirect_uris": "Yönlendirme adresleri",
  "field.may_introspect": "Anahtar sorgulama",
  "clients.title": "API istemcileri",
  "clients.intro":
    "Bu hizmetten OAuth2 ile erişim anahtarı isteyebilen programlar: buna izin veren kişiler adına ya da kendi adlarına.",
  "clients.list": "Tüm istemciler",
  "clients.new": "Yeni istemci",
  "clients.search": "Ada veya kimliğe göre ara",
  "clients.empty": "Henüz API istemcisi yok.",
  "clients.empty.hint": "Bir programın bu hizmetten erişim anahtarı alması gerektiğinde bir tane oluşturun.",
  "clients.empty.read": "İlk istemciyi, istemci oluşturma yetkisi olan biri eklemelidir.",
  "clients.type.confidential": "Gizli",
  "clients.type.public": "Açık",
  "clients.type_hint.confidential": "Bir sunucuda çalışır ve gizli anahtarını saklayabilir.",
  "clients.type_hint.public":
    "Herkesin içine bakabildiği yerde çalışır: tarayıcıda, telefonda veya bilgisayarda. Gizli anahtarı olmaz.",
  "clients.grant.authorization_code": "Yetkilendirme kodu",
  "clients.grant.refresh_token": "Yenileme anahtarı",
  "clients.grant.client_credentials": "İstemci kimlik bilgileri",
  "clients.grant.device_code": "Cihaz kodu",
  "clients.grant_hint.authorization_code":
    "Kişiler burada oturum açar ve istemcinin kendi adlarına işlem yapmasına izin verir. S256 ile PKCE her zaman gereklidir.",
  "clients.grant_hint.refresh_token": "İstemci, 90 güne kadar, yeniden sormadan erişimini yeniler.",
  "clients.grant_hint.client_credentials":
    "İstemci bir kişi olmadan kendi adına işlem yapar. Yalnızca gizli istemciler için.",
  "clients.grant_hint.device_code": "Klavyesi olmayan cihazlar için: kişiler tarayıcıda kısa bir kod girer.",
  "clients.create.title": "Yeni API istemcisi",
  "clients.create.submit": "İstemci oluştur",
  "clients.name.hint": "Kişiler, istemciye izin vermeleri istendiğinde bu adı okur.",
  "clients.redirect.hint":
    "Her satıra bir adres, en fazla {max}. Her biri https olmalıdır; 127.0.0.1 veya [::1] (her bağlantı noktası) ya da localhost (tam bağlantı noktası) için http de olabilir. # ile başlayan bölüm içeremez ve karakter karakter karşılaştırılır. Yetkilendirme kodu için gereklidir.",
  "clients.introspect": "Her anahtarı sorgulayabilir",
  "clients.introspect.hint":
    "API geçitleri ve kaynak sunucuları için: istemci, herhangi bir OAuth2 anahtarının kime ait olduğunu öğrenir. Bu olmadan yalnızca kendi anahtarlarınınkini öğrenir. Yalnızca gizli istemciler için.",
  "clients.role": "Rol",
  "clients.role.none": "Rol yok",
  "clients.role.hint":
    "İstemcinin kendi anahtarlarıyla (istemci kimlik bilgileri) neleri okuyabileceği. Yalnızca gizli istemciler için. Yalnızca sizinkinden fazla yetkisi olmayan rolleri atayabilirsiniz.",
  "clients.role_above": "Rolünü atayamadığınız için bu istemciyi değiştiremezsiniz.",
  "clients.created": "“{name}” istemcisi oluşturuldu. Açık bir istemcidir ve gizli anahtarı yoktur.",
  "clients.already_created":
    "Bu form daha önce gönderildi ve istemci zaten var. Gizli anahtar yalnızca bir kez gösterilir: saklamadıysanız istemcinin sayfasında yenileyin.",
  "clients.edit.title": "API istemcisi",
  "clients.back": "Tüm API istemcileri",
  "clients.id": "İstemci kimliği",
  "clients.redirects.none": "yok",
  "clients.introspect.own": "yalnızca kendi anahtarları",
  "clients.introspect.all": "tüm anahtarlar",
  "clients.tokens": "Geçerli anahtarlar",
  "clients.tokens.hint": "Şu anda bir şey açan erişim ve yenileme anahtarları.",
  "clients.last_used": "Son kullanım",
  "clients.never_used": "bilinen bir kullanım yok",
  "clients.edit.form": "Değiştir",
  "clients.secret.title": "Gizli anahtar",
  "clients.secret.intro":
    "Gizli anahtar yeniden gösterilemez. Kaybolduysa ya da başka biri biliyor olabilirse yenileyin: eskisi hemen geçersiz olur. İstemcinin elindeki anahtarlar süreleri dolana kadar geçerli kalır.",
  "clients.secret.replace": "Gizli anahtarı yenile",
  "clients.secret.ask":
    "“{name}” istemcisinin gizli anahtarı yenilensin mi? İstemci yenisini öğrenene kadar anahtar alamaz ve yenileyemez.",
  "clients.secret.confirm": "Şimdi yenile",
  "clients.secret.stale":
    "Gizli anahtar bu formla ya da başka biri tarafından zaten yenilendi. Gizli anahtar yalnızca bir kez gösterilir: kimse saklamadıysa yeniden yenileyin.",
  "clients.no_secret": "Açık bir istemcinin gizli anahtarı yoktur.",
  "clients.once.title": "İstemcinin gizli anahtarı",
  "clients.once.intro":
    "“{name}” istemcisinin gizli anahtarı aşağıdadır. İstemcinin okuyacağı yere kaydedin: yalnızca bu kez gösterilir ve bir daha gösterilemez.",
  "clients.once.label": "Gizli anahtar",
  "clients.delete.title": "İstemciyi sil",
  "clients.delete.intro_one":
    "{count} geçerli anahtar ve istemcinin kullanmadığı kodlar hemen sona erer. Bu işlem geri alınamaz.",
  "clients.delete.intro_other":
    "{count} geçerli anahtar ve istemcinin kullanmadığı kodlar hemen sona erer. Bu işlem geri alınamaz.",
  "clients.delete.intro_none":
    "Elinde geçerli anahtar yok. Kullanmadığı kodlar hemen sona erer. Bu işlem geri alınamaz.",
  "clients.delete.ask": "“{name}” silinsin mi? Onu kullanan her şey hemen çalışmaz olur.",
  "clients.delete.confirm": "İstemciyi sil",
  "clients.deleted": "“{name}” istemcisi tüm anahtarlarıyla birlikte silindi.",
  "clients.validation.grants.none": "Lütfen en az bir izin türü seçin.",
  "clients.validation.grants.public": "Açık bir istemci, istemci kimlik bilgilerini kullanamaz.",
  "clients.validation.grants.refresh":
    "Yenileme anahtarı, yetkilendirme kodu veya cihaz koduyla birlikte verilir: lütfen bunlardan birini de seçin.",
  "clients.validation.role": "Açık bir istemcinin rolü olamaz.",
  "clients.validation.introspect": "Açık bir istemci anahtarları sorgulayamaz.",
  "clients.validation.redirect.none":
    "Lütfen en az bir yönlendirme adresi girin: yetkilendirme kodu oraya gönderilir.",
  "clients.validation.redirect.many": "Lütfen en fazla {max} yönlendirme adresi girin.",
  "clients.validation.redirect.malformed":
    "{line}. satır: bu, yalın biçimde tam bir adres değil (# bölümü, kullanıcı adı, büyük harfli sunucu adı veya “..” olamaz).",
  "clients.validation.redirect.insecure":
    "{line}. satır: https olmalıdır; http yalnızca 127.0.0.1, [::1] ve localhost içindir.",
  "clients.validation.redirect.twice": "{line}. satır: bu adres zaten var.",
};
