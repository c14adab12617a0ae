import type { MediaFile } from "../../device/media/types.ts";
import type { Moments } from "../texts/moments.ts";
import type { PhotoTexts } from "./texts.ts";

/** How far a photo is, in words. */
export function photoWords(file: MediaFile, { texts, moments }: Spoken): string {
  const percent = moments.number(percentOf(file));
  if (file.operations.length === 0) return texts.chosen;
  if (file.status === "RECEIVED") return texts.uploaded;
  if (file.status === "REJECTED")
    return `${texts.waits.PERSON} ${texts.rejected[file.rejectionCode ?? "OTHER"]}`;
  if (file.waitsFor === null) return texts.uploading(percent);
  const arrived = file.sentBytes > 0 ? ` ${texts.stays(percent)}` : "";
  return `${texts.waits[file.waitsFor]}${arrived}`;
}

/** Whether a bar shows how much has arrived. */
export function isOnItsWay({ operations, status, waitsFor, sentBytes }: MediaFile): boolean {
  if (operations.length === 0 || status === "RECEIVED" || status === "REJECTED") return false;
  return waitsFor === null || sentBytes > 0;
}

/** The share that has arrived, rounded down: 100 only once all has. */
export function percentOf({ sentBytes, sizeBytes }: MediaFile): number {
  return Math.floor((100 * sentBytes) / sizeBytes);
}

interface Spoken {
  readonly texts: PhotoTexts;
  readonly moments: Moments;
}
