import type { adminTokens as en } from "../../en/admin/admin-tokens.js";

export const adminTokens: Record<keyof typeof en, string> = {
  "nav.api_tokens": "Erişim jetonları",
  "admin_tokens.title": "Erişim jetonları",
  "admin_tokens.intro":
    "Görebildiğiniz hesapların etkin kişisel erişim jetonları. Bir jeton, sahibinin adına işlem yapar.",
  "admin_tokens.intro_own": "Etkin kişisel erişim jetonlarınız. Bir jeton, sizin adınıza işlem yapar.",
  "admin_tokens.own": "Erişim jetonlarınız",
  "admin_tokens.list": "Tüm jetonlar",
  "admin_tokens.search_hint": "Jeton, sahibi veya e-posta",
  "admin_tokens.empty": "Henüz erişim jetonu yok. Jetonlarla programlar API'yi sahiplerinin adına kullanır.",
  "admin_tokens.token": "Jeton",
  "admin_tokens.owner": "Sahibi",
  "admin_tokens.active": "Etkin",
  "admin_tokens.revoke.of": "“{name}” jetonunu iptal et (sahibi: {owner})",
  "admin_tokens.revoke.ask": "Onu kullanan programlar hemen çalışmaz hale gelir. Bu işlem geri alınamaz.",
};
