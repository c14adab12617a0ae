import { mkdtempSync, mkdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import sharp from "sharp";
import type { LibraryManifest } from "../../../contract/exercises/library-schema.ts";

/** Bytes of a picture in one colour. */
export async function picture(colour: string, width = 400, format: "jpeg" | "png" = "jpeg") {
  const background = {
    width,
    height: Math.round((width * 2) / 3),
    channels: 3,
    background: colour,
  } as const;
  return await sharp({ create: background }).toFormat(format).toBuffer();
}

/** A manifest of items with one picture each. */
export function manifestOf(
  key: string,
  items: readonly {
    readonly id: string;
    readonly name: string;
    readonly equipment?: string;
    readonly muscle?: string;
    readonly path: string;
  }[],
  version = "1",
): LibraryManifest {
  return {
    format: "sideline-image-library/1",
    version,
    source: {
      key,
      name: `Library ${key}`,
      licence: "CC0-1.0",
      licenceUrl: null,
      homeUrl: null,
      evidence: "Drawn for this test.",
      attribution: `Pictures: ${key}`,
    },
    items: items.map(({ id, name, equipment = null, muscle, path }) => ({
      id,
      name,
      equipment,
      primaryMuscles: muscle === undefined ? [] : [muscle],
      secondaryMuscles: [],
      category: null,
      images: [{ path, sourceUrl: null }],
    })),
  };
}

/** Writes files into a new folder, and returns its path. */
export function folderOf(files: Readonly<Record<string, Uint8Array | string>>): string {
  const folder = mkdtempSync(join(tmpdir(), "sideline-library-"));
  for (const [path, bytes] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), bytes);
  }
  return folder;
}
