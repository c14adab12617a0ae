import { MEDIA_TYPES } from "../../../contract/media/vocabulary.ts";
import type { ClientFile } from "./files-query.ts";

/**
 * Decides how a page shows a file. A picture appears at once, a video or sound after a press of play, anything else as
 * a download. Browsers do not draw HEIC, and large files would fill the memory.
 */
export function fileView({ kind, contentType, sizeBytes }: ShownFile): FileView {
  if (DRAWN.has(contentType)) return "PICTURE";
  if ((kind === "VIDEO" || kind === "AUDIO") && sizeBytes <= MOST_PLAYED_BYTES) return kind;
  return "DOWNLOAD";
}

export type FileView = "PICTURE" | "VIDEO" | "AUDIO" | "DOWNLOAD";

type ShownFile = Pick<ClientFile, "kind" | "contentType" | "sizeBytes">;

const DRAWN: ReadonlySet<string> = new Set(["image/jpeg", "image/png", "image/webp"]);

/** A video of a set has some 10 to 50 MB. */
const MOST_PLAYED_BYTES = 64 * 1024 * 1024;

/** The name of a downloaded file: date and purpose, without the client's name, which a download folder would show. */
export function downloadName({ localDate, purpose, contentType, mediaId }: NamedFile): string {
  const types: Readonly<Record<string, { readonly ending: string }>> = MEDIA_TYPES;
  const ending = types[contentType]?.ending ?? "bin";
  const words = purpose.toLowerCase().replaceAll("_", "-");
  return `${localDate}-${words}-${mediaId.slice(-6)}.${ending}`;
}

type NamedFile = Pick<ClientFile, "localDate" | "purpose" | "contentType" | "mediaId">;

/** A size in the unit in which it is read: kB below a megabyte, else MB with one digit. */
export function fileSize(bytes: number): {
  readonly unit: "kB" | "MB";
  readonly amount: number;
} {
  if (bytes < MEGABYTE) return { unit: "kB", amount: Math.max(1, Math.round(bytes / KILOBYTE)) };
  return { unit: "MB", amount: Math.round((10 * bytes) / MEGABYTE) / 10 };
}

const KILOBYTE = 1000;
const MEGABYTE = 1_000_000;
