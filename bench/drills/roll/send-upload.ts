import { request, type RequestOptions } from "node:http";
import { buffer } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { TUS_VERSION, UPLOAD_CONTENT_TYPE } from "../../../contract/media/vocabulary.ts";
import type { Phone } from "../../phones/phones.ts";

type Sender = Pick<Phone, "accessToken">;

/** Sends the bytes of a file from an offset on, 100 KB a second, until the server answers. */
export async function sendBytes(
  url: string,
  { accessToken }: Sender,
  { bytes, offset }: { readonly bytes: Buffer; readonly offset: number },
): Promise<SentPart> {
  const headers = {
    ...tusHeaders(accessToken),
    "Upload-Offset": String(offset),
    "Content-Type": UPLOAD_CONTENT_TYPE,
    "Content-Length": String(bytes.length - offset),
  };
  const { promise, sent } = open(url, { method: "PATCH", headers });
  const answered = new AbortController();
  const answer = promise.finally(() => answered.abort());
  const { signal } = answered;
  for (let at = offset; at < bytes.length && !signal.aborted; at += PIECE_BYTES) {
    sent.write(bytes.subarray(at, at + PIECE_BYTES));
    await sleep(PIECE_MS, undefined, { signal }).catch(() => undefined);
  }
  if (!signal.aborted) sent.end();
  const { status, headers: got, content } = await answer;
  // The server has ended the upload midway; the rest goes into another request.
  sent.destroy();
  return { status, offset: Number(got["upload-offset"]), reason: content.toString().slice(0, 200) };
}

/** The answer to bytes of a file; status 0 if there was none. */
export interface SentPart {
  readonly status: number;
  /** Number of bytes that the server has. */
  readonly offset: number;
  readonly reason: string;
}

/** The number of bytes that the server has; NaN if it answers otherwise than with 200. */
export async function askOffset(url: string, { accessToken }: Sender): Promise<number> {
  const { promise, sent } = open(url, { method: "HEAD", headers: tusHeaders(accessToken) });
  sent.end();
  const { status, headers } = await promise;
  return status === 200 ? Number(headers["upload-offset"]) : Number.NaN;
}

/** The bytes of a file as the server sends them; empty if it answers otherwise than with 200. */
export async function loadContent(url: string, { accessToken }: Sender): Promise<Buffer> {
  const headers = { Authorization: `Bearer ${accessToken}` };
  const { promise, sent } = open(url, { method: "GET", headers });
  sent.end();
  const { status, content } = await promise;
  return status === 200 ? content : Buffer.alloc(0);
}

const PIECE_BYTES = 10_000;
const PIECE_MS = 100;

function tusHeaders(accessToken: string) {
  return { Authorization: `Bearer ${accessToken}`, "Tus-Resumable": TUS_VERSION };
}

interface Answer {
  readonly status: number;
  readonly headers: NodeJS.Dict<string | string[]>;
  readonly content: Buffer;
}

/** Begins a request on a connection of its own. */
function open(url: string, options: RequestOptions) {
  const { promise, resolve } = Promise.withResolvers<Answer>();
  const fail = (error: unknown) =>
    resolve({ status: 0, headers: {}, content: Buffer.from(String(error)) });
  const sent = request(url, { ...options, agent: false }, (response) => {
    const { statusCode = 0, headers } = response;
    void buffer(response).then(
      (content) => resolve({ status: statusCode, headers, content }),
      fail,
    );
  });
  sent.on("error", fail);
  return { promise, sent };
}
