import type { adminTokens as en } from "../../en/admin/admin-tokens.js";

export const adminTokens: Record<keyof typeof en, string> = {
  "nav.api_tokens": "Erişim anahtarları",
  "admin_tokens.title": "Erişim anahtarları",
  "admin_tokens.intro":
    "Görebildiğiniz hesapların etkin kişisel erişim anahtarları. Bir anahtar, sahibinin adına işlem yapar.",
  "admin_tokens.intro_own":
    "Etkin kişisel erişim anahtarlarınız. Bir anahtar, sizin adınıza işlem yapar.",
  "admin_tokens.own": "Erişim anahtarlarınız",
  "admin_tokens.list": "Tüm anahtarlar",
  "admin_tokens.search_hint": "Anahtar, sahibi veya e-posta",
  "admin_tokens.empty": "Henüz erişim anahtarı yok",
  "admin_tokens.token": "Anahtar",
  "admin_tokens.owner": "Sahibi",
  "admin_tokens.active": "Etkin",
  "admin_tokens.revoke.of": "“{name}” anahtarını iptal et (sahibi: {owner})",
  "admin_tokens.revoke.ask": "Onu kullananlar hemen çalışmaz olur. Bu işlem geri alınamaz.",
};
