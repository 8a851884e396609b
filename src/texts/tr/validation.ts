import type { validation as en } from "../en/validation.js";

export const validation: Record<keyof typeof en, string> = {
  "validation.required": "Lütfen bu alanı doldurun.",
  "validation.too_long": "En fazla {max} karakter olmalıdır.",
  "validation.characters": "İzin verilmeyen karakterler içeriyor.",
  "validation.email": "Lütfen geçerli bir e-posta adresi girin.",
  "validation.choice": "Lütfen verilen değerlerden birini seçin.",
  "validation.email.taken": "Bu e-posta adresi zaten kullanılıyor.",
  "validation.email.taken_since_deletion":
    "Bu adresi o zamandan beri başka bir hesap aldı. O hesabın adresini değiştirin veya o hesabı silin, sonra bunu geri getirin.",
  "validation.email.too_long": "E-posta adresi en fazla {max} karakter olmalıdır.",
  "validation.status.unknown": "Seçilen durum yok.",
  "validation.role.unknown": "Seçilen rol yok.",
  "validation.code.required": "Bir kod veya kurtarma kodu gereklidir.",
  "validation.password.unhashable": "Parola {max} bayttan uzun olamaz ve NUL karakteri içeremez.",
  "validation.password.length": "Parola en az {min} karakter olmalıdır.",
  "validation.password.mixed_case": "Parola en az bir büyük ve bir küçük harf içermelidir.",
  "validation.password.numbers": "Parola en az bir rakam içermelidir.",
  "validation.password.symbols": "Parola en az bir simge içermelidir.",
  "validation.password.common": "Bu parola en yaygın parolalardan biri.",
  "validation.password.confirmation": "Parola onayı eşleşmiyor.",
  "validation.password.current": "Bu, şu anki parolanız değil.",
  "validation.search.words": "En fazla {max} sözcük kullanın.",
  "validation.file.size": "Dosya {mib} MiB'den büyük olamaz.",
  "validation.avatar.upload": "Resim formdan okunamadı.",
};
