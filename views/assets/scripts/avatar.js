// previews a picture before upload, on a canvas, because the CSP forbids blob: images
for (const preview of document.querySelectorAll("[data-preview-of]")) {
  const input = document.getElementById(preview.dataset.previewOf);
  const frame = preview.querySelector(".avatar");
  const present = [...frame.childNodes];
  input.addEventListener("change", async () => {
    frame.replaceChildren(...present);
    const [file] = input.files;
    if (!file || file.size > 2 * 1024 * 1024) return;
    const picture = await createImageBitmap(file).catch(() => null);
    if (!picture || input.files[0] !== file) return;
    const side = Math.min(picture.width, picture.height);
    const canvas = Object.assign(document.createElement("canvas"), { width: 256, height: 256 });
    const [left, top] = [(picture.width - side) / 2, (picture.height - side) / 2];
    canvas.getContext("2d").drawImage(picture, left, top, side, side, 0, 0, 256, 256);
    picture.close();
    frame.replaceChildren(canvas);
  });
}
