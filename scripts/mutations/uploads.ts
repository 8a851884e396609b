import type { Mutation } from "./mutation.js";

const AVATAR = ["test/web/account/avatar.test.ts"];

/** The types, sizes and contents of pictures. */
export const UPLOADS_MUTATIONS: readonly Mutation[] = [
  {
    name: "a picture can be very wide or very high",
    file: "src/lib/pictures/pictures.ts",
    search: `if (head.width > MAX_SIDE || head.height > MAX_SIDE)`,
    replace: `if (head.width > MAX_SIDE && head.height > MAX_SIDE)`,
    tests: AVATAR,
  },
  {
    name: "an animated picture is accepted",
    file: "src/lib/pictures/pictures.ts",
    search: `  if ((head.pages ?? 1) > 1) throw rejectPicture(field, "animated");
`,
    replace: ``,
    tests: AVATAR,
  },
  {
    name: "a picture keeps its metadata, such as where it was taken",
    file: "src/lib/pictures/pictures.ts",
    search: `encode(picture.autoOrient())`,
    replace: `encode(picture.autoOrient().keepMetadata())`,
    tests: AVATAR,
  },
];
