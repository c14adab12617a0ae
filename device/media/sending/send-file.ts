import { LATE_PURPOSES } from "../../../contract/media/vocabulary.ts";
import type { Core } from "../../core.ts";
import { readPart } from "../files/sealed-parts.ts";
import { findMedia, type MediaRow } from "../media-row.ts";
import { announce, type FileStep, inspect, waitAfter } from "./file-step.ts";
import type { Sender } from "./sender.ts";
import { sendRaw } from "./send-raw.ts";
import { storeProgress, storeStep } from "./store-step.ts";
import { tusTransfer } from "./tus-transfer.ts";

/**
 * Sends one file to the server and stores each step; after a lost connection the next call continues. An upload that is
 * over starts again with a new announcement of the same content, so that there is never a second media record.
 */
export async function sendFile(sender: Sender, file: MediaRow): Promise<void> {
  let uploadId = file.uploadId;
  for (let rounds = 0; rounds < MOST_ROUNDS; rounds += 1) {
    const step = await nextStep(sender, file, uploadId);
    if (sender.isStopped()) return;
    await storeStep(sender, file, step);
    if (step.kind !== "ANNOUNCED" && step.kind !== "OVER") return;
    uploadId = step.kind === "ANNOUNCED" ? step.uploadId : null;
    const wait = uploadId === null ? null : await transfer(sender, file, uploadId);
    if (sender.isStopped() || wait === "UNWANTED") return;
    if (wait === null) continue;
    await storeStep(sender, file, wait);
    return;
  }
  // The upload is over again and again, or the server has not checked the bytes yet.
  await storeStep(sender, file, RETRY);
}

const MOST_ROUNDS = 5;

const RETRY: FileStep = { kind: "WAITS", reason: "RETRY_AT", pauseMs: null };

const UNMETERED: FileStep = { kind: "WAITS", reason: "UNMETERED_NETWORK", pauseMs: null };

/** Whether an action with such a file is accepted before its bytes have arrived. */
export const mayBeLate = ({ purpose }: Pick<MediaRow, "purpose">) =>
  LATE_PURPOSES.includes(purpose);

async function nextStep(
  sender: Sender,
  file: MediaRow,
  uploadId: string | null,
): Promise<FileStep> {
  if (uploadId !== null) return await inspect(sender, uploadId);
  // An announced upload lasts a day: it begins only when its bytes may follow, or when an action needs its id.
  return sender.mayTransfer || mayBeLate(file) ? await announce(sender, file) : UNMETERED;
}

/** Whether an action needs a file, and none of them was discarded meanwhile. */
export async function isWanted(
  { ports }: Core,
  scopeId: string,
  mediaId: string,
): Promise<boolean> {
  const found = await findMedia(ports.sql, scopeId, mediaId);
  return found !== null && found.isNamed && !found.isDiscarded;
}

/**
 * @returns null if all bytes were sent, and the server says next what it made of them; otherwise the wait. UNWANTED:
 *   its actions were discarded meanwhile. If one comes back, the transfer goes on at the server's offset.
 */
async function transfer(
  sender: Sender,
  { mediaId, sizeBytes }: MediaRow,
  uploadId: string,
): Promise<FileStep | "UNWANTED" | null> {
  if (!sender.mayTransfer) return UNMETERED;
  const { core, session, files, scope } = sender;
  const place = { files, queueKey: scope.queueKey, mediaId };
  const outcome = await tusTransfer({
    uploadId,
    sizeBytes,
    part: async (index) => await readPart(core, place, index),
    transfer: async (request) => await sendRaw({ core, session }, request),
    onProgress: (sentBytes) => void storeProgress(sender, mediaId, sentBytes).catch(() => null),
    onAbort: sender.onAbort,
  });
  sender.onAbort(null);
  if (outcome.kind === "SENT") return null;
  if (outcome.kind === "BROKEN") return waitAfter(outcome.outcome);
  return (await isWanted(core, scope.scopeId, mediaId)) ? UNMETERED : "UNWANTED";
}
