import type { imports as en } from "../../en/admin/imports.js";

export const imports: Record<keyof typeof en, string> = {
  "import.not_utf8": "{file} UTF-8 değil. Dönüştürün, örneğin: iconv -f ISO-8859-9 -t UTF-8 {file}",
  "import.not_csv": "{file} dosyasının {line}. satırı CSV biçiminde değil: {reason}",
  "import.one_document": "{file} tek bir JSON belgesi. Her hesabı ayrı bir satıra yazın: jq -c '.[]' {file}",
  "import.no_rows": "{file} dosyasında hiç satır yok.",
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
