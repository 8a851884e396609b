import type { imports as en } from "../../en/admin/imports.js";

export const imports: Record<keyof typeof en, string> = {
  "import.not_utf8": "{file} UTF-8 değil. Dönüştürün, örneğin: iconv -f ISO-8859-9 -t UTF-8 {file}",
  "import.not_csv": "{file} dosyasının {line}. satırı CSV biçiminde değil: {reason}",
  "import.no_rows": "{file} dosyasında hiç satır yok.",
  "import.not_json": "{file} JSON biçiminde değil: {reason}",
  "import.no_list": "{file} dosyasında bilinen bir yerde hesap listesi yok.",
  "import.not_hashes": "{file} dosyasının {line}. satırı bir hesabın parola özeti değil: {reason}",
  "import.empty_key": "Uygulamanın gizli anahtarını içeren dosya boş.",
  "import.firebase_key":
    "Dosyada Firebase projesinin base64_signer_key, base64_salt_separator, rounds ve mem_cost değerleri yok.",
  "import.check_no_account": "Dosyada {email} hesabı yok.",
  "import.check_no_password": "Dosyada {email} hesabının parolası yok.",
  "import.check_differs":
    "{email} hesabının parola özeti bu parolaya ait değil. Hiçbir şey içe aktarılmadı; özetlerin gizli bir anahtarı varsa denetleyin.",
  "import.no_email": "{file} dosyasının hiçbir satırında e-posta yok. Dosyadaki alanlar: {fields}.",
  "import.no_passwords":
    "Hiçbir satırda parola yok: bu gerçekten bir {source} dosyası mı? Dosyadaki alanlar: {fields}.",
  "import.failed": "İçe aktarma başarısız oldu. Nedeni hizmetin günlüğünde.",
  "import.file_gone": "Dosya artık yok. Yeniden yükleyin.",
  "import.unfinished": "Bu içe aktarma henüz hesap oluşturmadı.",
  "import.empty": "Dosya boş.",
  "import.unknown_format": "Bir CSV veya JSON satırları dosyası seçin ya da biçimini belirtin.",
  "import.confirm_without_passwords": "Hiçbir satırda parola yok. Bunun istendiğini onaylayın.",
  "import.not_checked": "Yalnızca denetimi biten bir içe aktarma başlatılabilir.",
  "import.started": "Yalnızca başlatılmamış bir içe aktarma iptal edilebilir.",
  "import.unknown_source": "Şunlardan birini seçin: {names}.",
  "import.not_finished": "Yalnızca biten bir içe aktarma geri alınabilir.",
};
