import sharp from "sharp";
import { ImportRefused } from "../../activities/exercises/images/import-refused.ts";
import type { LibraryFiles } from "../../activities/exercises/images/library-files.ts";
import type {
  LibraryImportItem,
  LibraryManifest,
} from "../../contract/exercises/library-schema.ts";
import { MOVEMENTS, type Movement } from "../exercise-provider/grammar.ts";
import { drawPictogram } from "./draw-pictogram.ts";
import { poseOf } from "./poses.ts";

/** Increase it with every change of the drawings: a stack with an older version imports them again. */
const VERSION = "1";

/** Source of the pictures, for the record of licences. */
export const PICTOGRAMS = {
  version: VERSION,
  source: {
    key: "sideline-pictograms",
    name: "Pictograms of Sideline",
    licence: "CC0-1.0",
    licenceUrl: "https://creativecommons.org/publicdomain/zero/1.0/",
    homeUrl: null,
    evidence: "Drawn by tools/pictograms/ of this project, from coordinates of its own.",
    attribution: "Pictograms: Sideline, CC0",
  },
} as const;

/** A picture that is drawn on demand. */
type Drawing = { readonly item: LibraryImportItem; readonly svg: string };

const drawings: ReadonlyMap<string, Drawing> = new Map(
  MOVEMENTS.flatMap((movement) => movement.tools.map((tool) => drawingOf(movement, tool))),
);

function drawingOf(movement: Movement, tool: string): [string, Drawing] {
  const name = tool === "bodyweight" ? movement.en : `${tool} ${movement.en}`;
  const id = name.replaceAll(/[^a-z]+/g, "-");
  const path = `${id}.png`;
  const item = {
    id,
    name,
    equipment: tool,
    primaryMuscles: [movement.muscle],
    secondaryMuscles: [...movement.secondary],
    category: movement.types[0] ?? null,
    images: [{ path, sourceUrl: null }],
  };
  return [path, { item, svg: drawPictogram(poseOf(movement.en, tool), tool) }];
}

/** The library as an import reads it: a manifest in our own layout, and pictures that are drawn when read. */
export const pictogramFiles: LibraryFiles = {
  paths: ["library.json", ...drawings.keys()],
  async read(path) {
    if (path === "library.json") return Buffer.from(JSON.stringify(manifest()));
    const drawing = drawings.get(path);
    if (drawing === undefined) throw new ImportRefused("FILE_MISSING", path);
    return await sharp(Buffer.from(drawing.svg)).png({ palette: true }).toBuffer();
  },
  close: async () => {},
};

function manifest(): LibraryManifest {
  const items = [...drawings.values()].map(({ item }) => item);
  return { format: "sideline-image-library/1", ...PICTOGRAMS, items };
}
