import type { settings as en } from "../../en/admin/settings.js";

export const settings: Record<keyof typeof en, string> = {
  "nav.settings": "Ayarlar",

  "settings.pages": "Ayar sayfaları",
  "settings.general.label": "Genel",
  "settings.general.title": "Genel ayarlar",
  "settings.security.label": "Güvenlik",
  "settings.security.title": "Güvenlik ayarları",
  "settings.agents.label": "Aracılar",
  "settings.agents.title": "Aracılar",
  "settings.mail.label": "E-posta",
  "settings.mail.title": "E-posta ayarları",
  "settings.captcha.label": "Robot denetimi",
  "settings.captcha.title": "Robot denetimi ayarları",
  "settings.effect": "Değişiklikler hemen geçerli olur.",
  "settings.read_only": "Bu ayarları görebilirsiniz. Değiştirmek için settings.update yetkisi gerekir.",
  "settings.fixed": "Sunucunun yapılandırmasında belirlenmiştir ve yalnızca orada değiştirilebilir.",
  "settings.saved": "Ayarlar kaydedildi.",
  "settings.unchanged": "Hiçbir şey değişmedi.",
  "settings.on": "Açık",
  "settings.off": "Kapalı",
  "settings.none": "Yok",
  "settings.immediately": "Hemen",
  "settings.never": "Hiçbir zaman",

  "settings.section.service": "Hizmet",
  "settings.section.accounts": "Hesaplar",
  "settings.section.sign_in": "Oturum açma",
  "settings.section.passwords": "Parola kuralları",
  "settings.section.tokens": "Erişim jetonları",
  "settings.section.agents": "Aracıların erişimi",
  "settings.section.clients": "Yeni uygulamalar",
  "settings.section.mail_route": "Gönderim",
  "settings.section.mail_server": "E-posta sunucusu",
  "settings.section.mail_sender": "Gönderen",
  "settings.section.captcha_keys": "Sağlayıcı",
  "settings.section.captcha_use": "Kullanım",

  "field.general_app_name": "Ad",
  "field.general_setup_guide": "Kurulum rehberi",
  "field.general_locale": "Dil",
  "field.general_timezone": "Saat dilimi",
  "field.auth_registration": "Yeni kullanıcılar kaydolabilsin",
  "field.auth_email_verification": "E-posta doğrulaması iste",
  "field.auth_password_reset": "Parola e-postayla sıfırlanabilsin",
  "field.organisations_create": "Kuruluşları kimler oluşturabilir",
  "field.organisations_scim": "Dizinler kuruluşların üyelerini yönetebilsin",
  "field.auth_two_factor": "İki adımlı doğrulama",
  "field.auth_passkeys": "Geçiş anahtarları",
  "field.auth_two_factor_required": "İkinci adım zorunluluğu",
  "field.auth_two_factor_grace_days": "Ek süre (gün)",
  "field.auth_login_throttle": "Oturum açma hız sınırı",
  "field.auth_password_confirm_minutes": "Parolayı yeniden sorma süresi (dakika)",
  "field.auth_password_min_length": "En az uzunluk",
  "field.auth_password_require_mixed_case": "Büyük ve küçük harf iste",
  "field.auth_password_require_numbers": "Rakam iste",
  "field.auth_password_require_symbols": "Simge iste",
  "field.auth_password_blocklist": "Yaygın parolaları reddet (önerilir)",
  "field.auth_password_expiry_days": "Parolanın geçerliliği (gün)",
  "field.oauth_enforce_scopes": "Kişisel erişim jetonlarını kapsamlarıyla sınırla",
  "field.agents_enabled": "Aracılar bağlanabilsin",
  "field.agents_read": "Okuyabilsinler",
  "field.agents_change": "Değiştirebilsinler",
  "field.agents_destroy": "Silebilsin ve sonlandırabilsinler",
  "field.oauth_client_id_documents": "Belgesiyle gelen uygulamalar",
  "field.oauth_client_id_document_domains": "Kabul edilen alan adları",
  "field.oauth_dynamic_registration": "Uygulamalar kendini kaydedebilsin",
  "field.mail_override": "E-posta gönderme yolu",
  "field.mail_host": "Sunucu",
  "field.mail_port": "Bağlantı noktası",
  "field.mail_encryption": "Şifreleme",
  "field.mail_username": "Kullanıcı adı",
  "field.mail_password": "Parola",
  "field.mail_from_address": "Gönderen adresi",
  "field.mail_from_name": "Gönderen adı",
  "field.captcha_provider": "Sağlayıcı",
  "field.captcha_site_key": "Site anahtarı",
  "field.captcha_secret_key": "Gizli anahtar",
  "field.captcha_enabled": "Robot denetimini kullan",
  "field.captcha_response": "Robot denetimi",

  "settings.hint.general_app_name": "Her sayfada ve her e-postada görünür.",
  "settings.hint.general_setup_guide":
    "Yöneticilerin paneli, her şey tamamlanana kadar kurulumda kalan işleri gösterir.",
  "settings.hint.general_locale": "Tarayıcının dili bulunmadığında kullanılır.",
  "settings.hint.general_timezone":
    "Oturum açmamış ziyaretçiler için kullanılır. Kullanıcılar kendilerininkini profillerinde seçer.",
  "settings.hint.auth_registration": "Kapalıyken hesapları yalnızca yöneticiler oluşturur.",
  "settings.hint.auth_email_verification":
    "Yeni kullanıcılar önce e-postalarındaki bağlantıyı açmalıdır. Açmadan önce bir deneme e-postası gönderin.",
  "settings.hint.auth_password_reset": "Kapalıyken yeni parolayı bir yönetici belirlemelidir.",
  "settings.hint.organisations_create": "Kuruluşu oluşturan kişi sahibi olur.",
  "settings.hint.organisations_scim":
    "Bir kuruluşun sahipleri, Entra ID veya Okta gibi bir dizinin /scim/v2 adresinde SCIM 2.0 ile üye ekleyip çıkarmasına izin verebilir. Kayıt kapalıyken de, kuruluşun doğrulanmış alan adlarındaki adreslere hesap oluşturur.",
  "settings.hint.auth_two_factor":
    "Kullanıcılar hesaplarını bir doğrulama uygulamasıyla koruyabilir. Kapalıyken kimseden kod istenmez; var olan kurulumlar saklanır.",
  "settings.hint.auth_passkeys":
    "Kullanıcılar parola yerine geçiş anahtarıyla oturum açabilir. Kapalıyken geçiş anahtarları saklanır ama kullanılamaz.",
  "settings.hint.auth_two_factor_required":
    "Ek süre bitince ikinci adımı olmayan hesaplar, burada ve API'de, yalnızca ikinci adımı kurabilir.",
  "settings.hint.auth_two_factor_grace_days":
    "{minimum} ile {maximum} arasında; hesabın kapsama girdiği günden başlar. 0, hemen demektir.",
  "settings.hint.auth_login_throttle": "Oturum açma sayfası için geçerlidir.",
  "settings.hint.auth_password_confirm_minutes":
    "Bu ayarlar gibi hassas değişiklikler için. {minimum}–{maximum}.",
  "settings.hint.auth_password_min_length":
    "{minimum}–{maximum} karakter. Uzunluk diğer tüm kurallardan daha iyi korur.",
  "settings.hint.auth_password_require_mixed_case": "Her birinden en az bir tane.",
  "settings.hint.auth_password_require_numbers": "En az bir tane.",
  "settings.hint.auth_password_require_symbols": "En az bir noktalama işareti, simge ya da boşluk.",
  "settings.hint.auth_password_blocklist":
    "Saldırganların ilk denediği 49.000 parola. Denetim bu sunucuda yapılır; hiçbir yere bir şey gönderilmez.",
  "settings.hint.auth_password_expiry_days":
    "0–{maximum}. 0, güvenlik uzmanlarının önerdiği gibi, hiçbir zaman demektir. Daha eski parolalar bir sonraki oturum açışta değiştirilmelidir.",
  "settings.hint.oauth_enforce_scopes":
    "Kapalıyken kişisel erişim jetonu, sahibinin API üzerinden yapabildiği her şeyi yapabilir. Açmanızı öneririz; kullanımdaki bir hizmette önce programların hangi kapsamlara ihtiyaç duyduğuna bakın.",
  "settings.hint.agents_enabled":
    "Kişiler adına çalışan programlar, Model Context Protocol ile /mcp adresinden bağlanır. Bir aracı, bu sınırlar ve jetonunun sınırları içinde, adına çalıştığı kişinin yapabildiğini yapabilir.",
  "settings.hint.agents_read": "Kişisel veriler de içeren listeler ve ayrıntılar.",
  "settings.hint.agents_change": "Hesap, rol ve uygulama oluşturma ve değiştirme.",
  "settings.hint.agents_destroy":
    "Silme işlemleri ile oturum ve jetonların sonlandırılması. Her çağrı onaylanmalıdır.",
  "settings.hint.oauth_client_id_documents":
    "Çoğu aracı kendini tanıtan bir belge yayımlar (Client ID Metadata Document); böylece onun için uygulama oluşturmak gerekmez. Kullanıcılar nereden geldiğini her zaman görür.",
  "settings.hint.oauth_client_id_document_domains":
    "Her satıra bir tane, örneğin agent.example.com. Alt alan adları dahil değildir.",
  "settings.hint.oauth_dynamic_registration":
    "Belgesi olmayan eski aracılar için (RFC 7591). Gerekmiyorsa kapalı bırakın: herkes istediği adla uygulama kaydedebilir.",
  "settings.hint.mail_override": "Bir sonraki e-postadan itibaren geçerlidir.",
  "settings.hint.mail_host": "Örneğin smtp.example.com.",
  "settings.hint.mail_port": "Genellikle STARTTLS ile 587, TLS ile 465.",
  "settings.hint.mail_encryption": "Bağlantı bu şekilde şifrelenemezse hiçbir e-posta gönderilmez.",
  "settings.hint.mail_username": "Sunucu istemiyorsa boş bırakın.",
  "settings.hint.mail_password":
    "Yukarıdaki kullanıcı adı için. Şifrelenerek saklanır ve bir daha gösterilmez.",
  "settings.hint.mail_from_address": "E-posta sunucusu kabul etmelidir.",
  "settings.hint.mail_from_name": "Uygulama adını kullanmak için boş bırakın.",
  "settings.hint.captcha_provider": "Orada bir hesabınız olmalı; iki anahtarı da o verir.",
  "settings.hint.captcha_site_key": "Herkese açık: robot denetimi olan her sayfada bulunur.",
  "settings.hint.captcha_secret_key": "Şifrelenerek saklanır ve bir daha gösterilmez.",
  "settings.hint.captcha_enabled":
    "Oturum açma, kayıt ve parola sıfırlama formlarında. Açmadan önce aşağıda deneyin.",

  "settings.choice.organisations_create_everyone": "Herkes",
  "settings.choice_hint.organisations_create_everyone": "Her hesap kuruluş oluşturabilir.",
  "settings.choice.organisations_create_administrators": "Yöneticiler",
  "settings.choice_hint.organisations_create_administrators": "Kuruluş oluşturma yetkisi olan hesaplar.",
  "settings.choice.organisations_create_nobody": "Hiç kimse",
  "settings.choice_hint.organisations_create_nobody": "Var olan kuruluşlar olduğu gibi kalır.",
  "settings.choice.auth_two_factor_required_none": "Hiç kimse",
  "settings.choice_hint.auth_two_factor_required_none": "Herkes kendisi karar verir.",
  "settings.choice.auth_two_factor_required_administrators": "Yöneticiler",
  "settings.choice_hint.auth_two_factor_required_administrators":
    "Kullanıcı rolünde bulunmayan herhangi bir yetkisi olan hesaplar.",
  "settings.choice.auth_two_factor_required_everyone": "Herkes",
  "settings.choice_hint.auth_two_factor_required_everyone": "Bu hizmetteki tüm hesaplar.",
  "settings.two_factor_covered_one": "{count} hesap, {lacking} tanesinde ikinci adım yok.",
  "settings.two_factor_covered_other": "{count} hesap, {lacking} tanesinde ikinci adım yok.",
  "settings.choice.auth_login_throttle_1": "Sıkı",
  "settings.choice_hint.auth_login_throttle_1":
    "Bir adresten dakikada 10 deneme, bunların 5'i tek bir hesap için.",
  "settings.choice.auth_login_throttle_0": "Gevşek",
  "settings.choice_hint.auth_login_throttle_0":
    "Bir adresten dakikada 30 deneme, bunların 15'i tek bir hesap için. Adres paylaşan ofisler için.",
  "settings.choice.mail_override_0": "Sunucu yapılandırması",
  "settings.choice_hint.mail_override_0":
    "MAIL_URL ve MAIL_FROM kullanılır. Aşağıdaki ayarlar sonrası için saklanır.",
  "settings.choice.mail_override_1": "Aşağıdaki e-posta sunucusu",
  "settings.choice_hint.mail_override_1": "MAIL_URL ve MAIL_FROM yerine geçer.",
  "settings.choice.oauth_client_id_documents_off": "Hiçbiri",
  "settings.choice_hint.oauth_client_id_documents_off":
    "Yalnızca yöneticilerin oluşturduğu uygulamalar kullanılabilir.",
  "settings.choice.oauth_client_id_documents_domains": "Aşağıdaki alan adlarından",
  "settings.choice_hint.oauth_client_id_documents_domains":
    "Kullanıcılarınızın aracılarını biliyorsanız önerilir.",
  "settings.choice.oauth_client_id_documents_any": "Her alan adından",
  "settings.choice_hint.oauth_client_id_documents_any":
    "Herkes kullanıcılarınıza bir uygulama sunabilir. Kullanıcılar onay sayfasına bakarak karar verir.",
  "settings.choice.mail_encryption_starttls": "STARTTLS (önerilir)",
  "settings.choice_hint.mail_encryption_starttls": "Bir şey göndermeden önce TLS'e geçer.",
  "settings.choice.mail_encryption_tls": "TLS",
  "settings.choice_hint.mail_encryption_tls": "Baştan şifrelidir. Sunucu gerektiriyorsa kullanın.",
  "settings.choice.mail_encryption_none": "Şifreleme yok",
  "settings.choice_hint.mail_encryption_none":
    "Bu makinedeki bir e-posta sunucusu için. Başka makinelere parola asla böyle gönderilmez.",

  "settings.secret.is_set": "Kayıtlı",
  "settings.secret.not_set": "Kayıtlı değil",
  "settings.secret.keep": "Kayıtlı. Korumak için boş bırakın.",
  "settings.secret.remove": "Kayıtlı değeri kaldır",

  "settings.policy.title": "Kuralları deneyin",
  "settings.policy.intro": "Yeni bir parolada bulunması gerekenler:",
  "settings.policy.label": "Örnek parola",
  "settings.policy.hint": "Tarayıcınızda yukarıdaki seçime göre denetlenir ve asla gönderilmez.",
  "settings.policy.common": "En yaygın parolalardan biri olamaz. Bunu yalnızca sunucu denetler.",
};
