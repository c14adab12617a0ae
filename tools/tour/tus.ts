import { TUS_VERSION, UPLOAD_CONTENT_TYPE } from "../../contract/media/vocabulary.ts";
import { beginRequest } from "./begin-request.ts";
import { TourFailure } from "./expect-equal.ts";

/** Upload address of a file, and its uploader. */
export interface UploadPlace {
  readonly uploadUrl: string;
  readonly token: string;
}

/** Bytes of a file from an offset on. */
export interface FilePart {
  readonly offset: number;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

const LONGEST_ANSWER_MS = 15_000;

/** How many bytes the server has (tus 1.0.0, HEAD). Throws TourFailure. */
export function readOffset(place: UploadPlace): Promise<number> {
  return ask(place, { method: "HEAD", status: 200, headers: {} });
}

/** Sends a part of a file (tus 1.0.0, PATCH). Returns how many bytes the server has then. Throws TourFailure. */
export function sendPart(place: UploadPlace, { offset, bytes }: FilePart): Promise<number> {
  return ask(place, { method: "PATCH", status: 204, headers: partHeaders(offset), body: bytes });
}

/**
 * Sends only the first `sentBytes` bytes of a part, then destroys the connection once they have arrived. A phone that
 * loses its signal in the middle of a file does the same.
 */
export async function sendAndBreakOff(
  { uploadUrl, token }: UploadPlace,
  { offset, bytes }: FilePart,
  { sentBytes, arrived }: { readonly sentBytes: number; readonly arrived: () => Promise<unknown> },
): Promise<void> {
  const headers = {
    ...protocolHeaders(token),
    ...partHeaders(offset),
    "content-length": String(bytes.length),
  };
  const socket = beginRequest(new URL(uploadUrl), { method: "PATCH", headers });
  // If the server closes first, the received bytes show it.
  socket.on("error", () => undefined);
  try {
    socket.write(bytes.subarray(0, sentBytes));
    await arrived();
  } finally {
    socket.destroy();
  }
}

const protocolHeaders = (token: string) => ({
  authorization: `Bearer ${token}`,
  "tus-resumable": TUS_VERSION,
});

const partHeaders = (offset: number) => ({
  "content-type": UPLOAD_CONTENT_TYPE,
  "upload-offset": String(offset),
});

interface TusRequest {
  readonly method: "HEAD" | "PATCH";
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body?: Uint8Array<ArrayBuffer>;
}

async function ask({ uploadUrl, token }: UploadPlace, request: TusRequest): Promise<number> {
  const { method, status, body = null } = request;
  const response = await fetch(uploadUrl, {
    method,
    body,
    headers: { ...protocolHeaders(token), ...request.headers },
    signal: AbortSignal.timeout(LONGEST_ANSWER_MS),
  });
  const offset = response.headers.get("upload-offset");
  if (response.status === status && offset !== null) return Number(offset);
  throw new TourFailure(`${method} ${new URL(uploadUrl).pathname}`, {
    expected: `${status} with an offset`,
    actual: `${response.status} ${(await response.text()).slice(0, 200)}`,
  });
}
