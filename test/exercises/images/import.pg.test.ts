import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "@jest/globals";
import sharp from "sharp";
import {
  type ImageDecoder,
  openImageDecoder,
} from "../../../activities/exercises/images/image-decoder.ts";
import { importLibrary } from "../../../activities/exercises/images/import-library.ts";
import { ImportRefused } from "../../../activities/exercises/images/import-refused.ts";
import { openArchive } from "../../../activities/exercises/images/open-archive.ts";
import { openFolder } from "../../../activities/exercises/images/open-folder.ts";
import {
  DECODER_LIMITS,
  IMAGE_WIDTHS,
  IMPORT_LIMITS,
  type ImportFault,
} from "../../../contract/exercises/image-vocabulary.ts";
import { LibraryAsset } from "../../../db/exercises/images/library-asset.ts";
import { LibraryItem } from "../../../db/exercises/images/library-item.ts";
import { LibraryRendition } from "../../../db/exercises/images/library-rendition.ts";
import { LicenceSource } from "../../../db/exercises/images/licence-source.ts";
import { openDatabase } from "../../../db/open-database.ts";
import { useOwnDatabase } from "../../harness/database.ts";
import { folderOf, manifestOf, picture } from "./small-library.ts";
import { zipOf } from "./zip-of.ts";

const { appUrl } = await useOwnDatabase();
const database = openDatabase({ url: appUrl, poolSize: 2, applicationName: "import-test" });
const decoder = openImageDecoder();
const red = await picture("red");
const blue = await picture("blue", 200, "png");
afterAll(async () => {
  decoder.close();
  await database.close();
});

const em = () => database.em.fork();
const squat = { id: "squat", name: "Barbell Squat", equipment: "barbell", path: "a.jpg" };
const row = { id: "row", name: "Barbell Row", equipment: "barbell", path: "b.png" };

const manifest = (...items: (typeof squat)[]) => JSON.stringify(manifestOf("drawn", items));

describe("An image library (docs/rooms/exercises.md#image-libraries)", () => {
  test("is imported whole from a folder: HELD, each picture in three widths as WebP", async () => {
    const folder = folderOf({ "library.json": manifest(squat, row), "a.jpg": red, "b.png": blue });
    const imported = await importFolder(folder);
    expect(imported).toMatchObject({ itemCount: 2, imageCount: 2, fileCount: 2 });
    expect(await em().findOneOrFail(LicenceSource, { key: "drawn" })).toMatchObject({
      verdict: "HELD",
      licence: "CC0-1.0",
    });
    const asset = await em().findOneOrFail(LibraryAsset, { sourcePath: "a.jpg" });
    expect(asset).toMatchObject({ width: 400, height: 267, sizeBytes: red.length });
    const shown = await em().find(LibraryRendition, { sha256: asset.sha256 });
    expect(shown.map(({ width }) => width)).toEqual([...IMAGE_WIDTHS]);
    const real = await Promise.all(shown.map(async ({ bytes }) => await sharp(bytes).metadata()));
    expect(real.map(({ format, width }) => [format, width])).toEqual([
      ["webp", 160],
      ["webp", 320],
      ["webp", 400],
    ]);
  });

  test("imported again changes nothing, not even from an archive", async () => {
    const files = { "library.json": manifest(squat, row), "a.jpg": red, "b.png": blue };
    const before = await em().find(LibraryItem, { sourceKey: "drawn" });
    await importFolder(folderOf(files));
    const within = (path: string) => `drawn-main/${path}`;
    await importZip(
      zipOf({
        [within("library.json")]: files["library.json"],
        [within("a.jpg")]: red,
        [within("b.png")]: blue,
      }),
    );
    const after = await em().find(LibraryItem, { sourceKey: "drawn" });
    expect(JSON.stringify(after)).toBe(JSON.stringify(before));
  });

  test("imported by three processes at once is one library, each picture once", async () => {
    const folder = folderOf({ "library.json": manifest(squat, row), "a.jpg": red, "b.png": blue });
    await em().nativeDelete(LibraryRendition, {});
    await em().nativeDelete(LibraryAsset, {});
    await em().nativeDelete(LibraryItem, {});
    await em().nativeDelete(LicenceSource, {});
    // A decoder decodes one picture after the other.
    const decoders = [openImageDecoder(), openImageDecoder(), openImageDecoder()];
    await Promise.all(decoders.map((by) => importFolder(folder, by)));
    for (const by of decoders) by.close();
    expect(await em().count(LibraryItem, { sourceKey: "drawn" })).toBe(2);
    expect(await em().count(LibraryAsset, {})).toBe(2);
    expect(await em().count(LibraryRendition, {})).toBe(2 * IMAGE_WIDTHS.length);
  });

  test("stores two files with one hash once, each with its own path and licence", async () => {
    const twin = { ...row, id: "twin", path: "c.jpg" };
    await importFolder(
      folderOf({ "library.json": manifest(squat, twin), "a.jpg": red, "c.jpg": red }),
    );
    const assets = await em().find(LibraryAsset, { sourcePath: ["a.jpg", "c.jpg"] });
    expect(new Set(assets.map(({ sha256 }) => sha256)).size).toBe(1);
    expect(assets).toHaveLength(2);
    expect(await em().count(LibraryRendition, { sha256: assets[0]?.sha256 ?? "" })).toBe(3);
  });

  test("in the layout of free-exercise-db brings its records and states its uncertain origin", async () => {
    const record = {
      id: "3_4_Sit-Up",
      name: "3/4 Sit-Up",
      equipment: "body only",
      category: "strength",
      primaryMuscles: ["abdominals"],
      secondaryMuscles: [],
      images: ["3_4_Sit-Up/0.jpg"],
      instructions: ["Lie down."],
    };
    const folder = folderOf({
      "exercises/3_4_Sit-Up.json": JSON.stringify(record),
      "exercises/3_4_Sit-Up/0.jpg": red,
    });
    expect(await importFolder(folder)).toMatchObject({
      sourceKey: "free-exercise-db",
      itemCount: 1,
    });
    const item = await em().findOneOrFail(LibraryItem, { sourceId: "3_4_Sit-Up" });
    expect(item.payload).toEqual(record);
    const source = await em().findOneOrFail(LicenceSource, { key: "free-exercise-db" });
    expect(source).toMatchObject({ verdict: "HELD", licence: "Unlicense" });
  });

  test("loses all metadata of its pictures, and the orientation of the camera is applied", async () => {
    const exif = { IFD0: { Copyright: "Somebody", Software: "somewhere" } };
    const turned = await sharp(red).withExif(exif).withMetadata({ orientation: 6 }).toBuffer();
    const { width, height, renditions } = await decoder.decode("a.jpg", turned);
    expect([width, height]).toEqual([267, 400]);
    const [smallest] = renditions;
    const kept = await sharp(smallest?.bytes).metadata();
    expect(kept).toMatchObject({ width: 160, format: "webp" });
    expect([kept.exif, kept.orientation, kept.icc, kept.xmp]).toEqual(Array(4).fill(undefined));
  });
});

const SCRIPTED = `<svg xmlns="http://www.w3.org/2000/svg"><script>fetch("//x")</script></svg>`;
const huge = Math.ceil(Math.sqrt(DECODER_LIMITS.pixels)) + 100;
const wide = await sharp({
  create: { width: huge, height: huge, channels: 3, background: "red" },
})
  .png()
  .toBuffer();
const bomb = Buffer.alloc(IMPORT_LIMITS.fileBytes + 1);
const thin = Buffer.alloc(4 * 1024 * 1024);
const torn = red.subarray(0, red.length - 200);

/** Invalid libraries: their contents, and the code by which each is refused. */
const BAD: readonly (readonly [
  string,
  ImportFault,
  Readonly<Record<string, Uint8Array | string>>,
])[] = [
  ["a path that leads out", "PATH_OUTSIDE", { "library.json": manifest(squat), "../a.jpg": red }],
  ["an absolute path", "PATH_OUTSIDE", { "/etc/a.jpg": red }],
  ["a path of another system", "PATH_OUTSIDE", { "library.json": "{}", "c:\\a.jpg": red }],
  [
    "a file that is too large",
    "FILE_TOO_LARGE",
    { "library.json": manifest(squat), "a.jpg": bomb },
  ],
  ["a file that unpacks to a thousand times its size", "FILE_TOO_LARGE", { "a.jpg": thin }],
  [
    "an SVG with a script",
    "TYPE_UNSUPPORTED",
    { "library.json": manifest(squat), "a.jpg": SCRIPTED },
  ],
  [
    "a text named like a picture",
    "TYPE_UNSUPPORTED",
    { "library.json": manifest(squat), "a.jpg": "JPEG" },
  ],
  ["a truncated picture", "IMAGE_MALFORMED", { "library.json": manifest(squat), "a.jpg": torn }],
  [
    "a picture with too many pixels",
    "IMAGE_TOO_LARGE",
    { "library.json": manifest(squat), "a.jpg": wide },
  ],
  ["a missing picture", "FILE_MISSING", { "library.json": manifest(squat), "b.jpg": red }],
  ["no manifest", "MANIFEST_MISSING", { "a.jpg": red, "readme.md": "Hello" }],
  ["a manifest that is not JSON", "MANIFEST_MALFORMED", { "library.json": "{", "a.jpg": red }],
  [
    "a manifest that is not UTF-8",
    "MANIFEST_MALFORMED",
    { "library.json": Buffer.from([0xff, 0xfe]), "a.jpg": red },
  ],
  ["an item twice", "ITEM_TWICE", { "library.json": manifest(squat, squat), "a.jpg": red }],
];

describe("An archive that is not a library", () => {
  const counts = async () =>
    await Promise.all([
      em().count(LibraryItem),
      em().count(LibraryAsset),
      em().count(LibraryRendition),
      em().count(LicenceSource),
    ]);

  test.each(BAD)(
    "because of %s is refused as %s, and nothing changes",
    async (_what, code, files) => {
      const before = await counts();
      // The valid item comes first, and is not stored either.
      const good = manifest({ ...squat, id: "good", path: "good.jpg" });
      const refused = importZip(zipOf({ "good.jpg": red, "good.json": good, ...files }));
      await expect(refused).rejects.toMatchObject({ name: "ImportRefused", code });
      expect(await counts()).toEqual(before);
    },
  );

  test("is refused if it is no archive at all", async () => {
    const folder = folderOf({ "a.zip": "no archive" });
    await expect(openArchive(join(folder, "a.zip"))).rejects.toMatchObject({
      code: "NOT_AN_ARCHIVE",
    });
  });

  test("is refused as a folder with a link that leads elsewhere", async () => {
    const folder = folderOf({ "library.json": manifest(squat) });
    symlinkSync("/etc/hosts", join(folder, "a.jpg"));
    await expect(openFolder(folder)).rejects.toEqual(new ImportRefused("PATH_OUTSIDE", "a.jpg"));
  });

  test("leaves the decoder usable for the next picture", async () => {
    await expect(decoder.decode("wide", wide)).rejects.toMatchObject({ code: "IMAGE_TOO_LARGE" });
    expect((await decoder.decode("a.jpg", red)).width).toBe(400);
  });
});

async function importFolder(folder: string, by: ImageDecoder = decoder) {
  return await importLibrary(database.em, await openFolder(folder), by);
}

async function importZip(path: string) {
  const archive = await openArchive(path);
  try {
    return await importLibrary(database.em, archive, decoder);
  } finally {
    await archive.close();
  }
}
