import { createHash, randomBytes } from "node:crypto";
import { z } from "zod";
import type { Phone } from "../../phones/phones.ts";
import { renew } from "../../phones/sign-in.ts";
import { type Account, note } from "../drill-load.ts";
import type { DrillStack } from "../drill-types.ts";
import { send } from "../send-as-phone.ts";
import { askOffset, loadContent, type SentPart, sendBytes } from "./send-upload.ts";

/**
 * Lets each phone upload one photo after the other, slowly enough that a stopping API ends most of them midway. Each
 * photo continues where the server says, is checked by the server, and is downloaded and compared.
 *
 * @returns how to stop; photos under way are completed first.
 */
export function openUploads(
  { urls }: Pick<DrillStack, "urls">,
  { phones, account }: { readonly phones: readonly Phone[]; readonly account: Account },
): () => Promise<void> {
  const stopping = new AbortController();
  const follow = async (phone: Phone) => {
    while (!stopping.signal.aborted) {
      const fault = await uploadPhoto({ urls, phone, account });
      if (fault === null) account.answered.uploads += 1;
      else account.others.push({ at: performance.now(), kind: "FAILED", what: fault });
    }
  };
  const running = phones.map(follow);
  return async () => {
    stopping.abort();
    await Promise.all(running);
  };
}

interface Uploading {
  readonly urls: DrillStack["urls"];
  readonly phone: Phone;
  readonly account: Account;
}

/** Size of a photo, which takes half a minute at the rate of `sendBytes`. */
const PHOTO_BYTES = 3_000_000;
/** The first bytes of a JPEG. */
const JPEG = Buffer.from("ffd8ffe000104a46494600010100000100010000", "hex");

const Announced = z.object({ data: z.object({ uploadId: z.string(), mediaId: z.string() }) });
const State = z.object({ data: z.object({ status: z.string() }) });

/** Uploads a new photo; returns why it failed, or null. */
async function uploadPhoto(uploading: Uploading): Promise<string | null> {
  const { urls, phone, account } = uploading;
  const bytes = Buffer.concat([JPEG, randomBytes(PHOTO_BYTES - JPEG.length)]);
  await renew(urls.provider, phone);
  const path = `${urls.api}/api/v1/client/uploads`;
  const announced = await send(path, phone, JSON.stringify(announcement(phone, bytes)));
  if (!note(account, announced)) return "a photo could not be announced";
  const { uploadId, mediaId } = Announced.parse(JSON.parse(announced.text)).data;
  const fault = await sendWhole(uploading, `${urls.api}/api/v1/uploads/${uploadId}`, bytes);
  if (fault !== null) return fault;
  await renew(urls.provider, phone);
  const state = await send(`${path}/${uploadId}`, phone);
  if (!note(account, state)) return "the state of an upload could not be read";
  const { status } = State.parse(JSON.parse(state.text)).data;
  if (status !== "READY") return `a complete upload is ${status}`;
  const content = await loadContent(`${urls.api}/api/v1/media/${mediaId}/content`, phone);
  return content.equals(bytes) ? null : "an upload has other bytes than its photo";
}

function announcement({ relationshipId }: Phone, bytes: Buffer) {
  return {
    relationshipId,
    contentHash: `sha-256:${createHash("sha256").update(bytes).digest("hex")}`,
    sizeBytes: bytes.length,
    contentType: "image/jpeg",
    purpose: "PROGRESS_PHOTO",
  };
}

/** Sends all bytes, and continues after each end before the last one. */
async function sendWhole(
  { urls, phone, account }: Uploading,
  url: string,
  bytes: Buffer,
): Promise<string | null> {
  let offset = 0;
  while (offset < bytes.length) {
    await renew(urls.provider, phone);
    const part = await sendBytes(url, phone, { bytes, offset });
    const fault = faultOf(part, offset);
    if (fault !== null) return fault;
    const next = part.offset;
    if (next === bytes.length) return null;
    // A phone asks for the offset, as after a lost connection.
    const asked = await askOffset(url, phone);
    if (asked !== next) return `an upload continues at ${asked} instead of ${next}`;
    account.answered.resumptions += 1;
    offset = next;
  }
  return null;
}

function faultOf({ status, offset, reason }: SentPart, from: number): string | null {
  if (status !== 204) return `bytes of an upload got ${status} ${reason}`;
  return offset > from ? null : `an upload went from ${from} to ${offset}`;
}
