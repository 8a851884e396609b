import type { profile as en } from "../en/profile.js";

export const profile: Record<keyof typeof en, string> = {
  "nav.account_pages": "Hesabınızın sayfaları",

  "profile.title": "Profil",
  "profile.information.title": "Hakkınızda",
  "profile.email.hint": "Yeni adres, ona gönderdiğimiz bağlantıyı açtığınızda geçerli olur.",
  "profile.email.password_hint": "Yalnızca e-posta adresinizi değiştirirken gereklidir.",
  "profile.timezone": "Saat dilimi",
  "profile.timezone.hint": "Bu sayfalardaki ve e-postalardaki saatler bu dilime göre gösterilir.",
  "profile.saved": "Profiliniz kaydedildi.",
  "profile.saved_pending":
    "Profiliniz kaydedildi. Yeni e-posta adresi, ona gönderdiğimiz bağlantıyı açtığınızda geçerli olur.",
  "profile.pending":
    "{email} adresinin doğrulanması bekleniyor. O zamana kadar şu anki adresiniz geçerlidir.",
  "profile.pending.resend": "Bağlantıyı yeniden gönder",
  "profile.pending.cancel": "Şu anki adres kalsın",
  "profile.pending.sent": "Bağlantı yeniden gönderildi.",
  "profile.pending.cancelled": "E-posta adresiniz değişmedi. Gönderilen bağlantı artık geçersiz.",
  "validation.password.for_email": "E-posta adresini değiştirmek için lütfen şu anki parolanızı girin.",

  "avatar.title": "Resim",
  "avatar.label": "Yeni resim",
  "avatar.hint": "JPEG, PNG veya WebP; en fazla 2 MiB ve 4096 × 4096 piksel. Resmin ortası gösterilir.",
  "avatar.submit": "Yükle",
  "avatar.remove": "Resmi kaldır",
  "avatar.changed": "Resminiz değiştirildi.",
  "avatar.removed": "Resminiz kaldırıldı.",
  "validation.avatar.missing": "Lütfen bir resim seçin.",
  "validation.avatar.type": "Bu bir JPEG, PNG veya WebP resmi değil.",
  "validation.avatar.pixels": "Resim en fazla 4096 × 4096 piksel olabilir.",
  "validation.avatar.animated": "Resim hareketli olamaz.",
  "validation.avatar.damaged": "Resim bozuk veya eksik.",

  "sessions.title": "Tarayıcı oturumları",
  "sessions.list.title": "Oturumunuzun açık olduğu yerler",
  "sessions.this": "bu tarayıcı",
  "sessions.address": "Adres {ip}",
  "sessions.since": "oturum açılışı {time}",
  "sessions.active": "Son etkinlik {time}",
  "sessions.end": "Oturumu kapat",
  "sessions.end_named": "Oturumu kapat: {device}, son etkinlik {time}",
  "sessions.end_this": "Bu tarayıcıdaki oturumu kapat",
  "sessions.ended": "O oturum sonlandırıldı.",
  "sessions.others.title": "Diğer tüm oturumlar",
  "sessions.others.intro":
    "Bunlardan biri size ait değilse diğer tüm oturumları kapatın, ardından parolanızı değiştirin.",
  "sessions.others.tokens":
    "Erişim anahtarı kullanan programlar çalışmaya devam eder; anahtarı şuradan iptal edebilirsiniz:",
  "sessions.others.submit": "Diğer tüm oturumları kapat",
  "sessions.others.none": "Başka hiçbir yerde oturumunuz açık değil.",
  "sessions.others.ended_one": "{count} oturum daha sonlandırıldı. Erişim anahtarları hâlâ geçerli.",
  "sessions.others.ended_other": "{count} oturum daha sonlandırıldı. Erişim anahtarları hâlâ geçerli.",

  "delete_account.title": "Hesabı sil",
  "delete_account.summary":
    "Hesabınızı ve ona erişim sağlayan her şeyi siler. Sonraki sayfada bunun ne anlama geldiğini okur ve parolanızla onaylarsınız.",
  "delete_account.open": "Hesabı sil…",
  "delete_account.intro": "{email} hesabını silmek üzeresiniz. Bunun hemen ardından:",
  "delete_account.effect.sessions": "tüm tarayıcılardaki oturumlarınız kapanır;",
  "delete_account.effect.tokens": "tüm erişim anahtarları ve bağlı uygulamalar çalışmaz olur;",
  "delete_account.effect.picture": "resminiz silinir;",
  "delete_account.effect.address": "e-posta adresiniz yeni bir hesap için kullanılabilir olur.",
  "delete_account.restore":
    "Bu hizmeti yönetenler hesabı 30 gün boyunca geri getirebilir. Ardından adınız, adresiniz ve ayarlarınız kalıcı olarak silinir.",
  "delete_account.password_hint": "Bunu yapanın siz olduğunuzdan emin olmak için.",
  "delete_account.submit": "Hesabımı sil",
  "delete_account.keep": "Hesap kalsın",
  "delete_account.done": "Hesabınız silindi.",
};
