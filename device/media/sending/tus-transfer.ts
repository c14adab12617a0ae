import type { HttpOutcome, HttpRequest } from "../../ports/http.ts";
import { PART_BYTES } from "../files/sealed-parts.ts";
import { tusUpload, type TusRequest, type TusSource, type TusUpload } from "./tus-upload.ts";

/**
 * Sends the missing bytes of a file by the tus protocol: it asks the server for the offset and continues there. The
 * protocol library is loaded with the first file. It runs over the device's HTTP port, so it needs no globals of a
 * platform.
 */
export async function tusTransfer(file: TransferredFile): Promise<TransferOutcome> {
  const Upload = await tusUpload();
  return await new Promise((resolve) => {
    let last: HttpOutcome | null = null;
    const upload: TusUpload = new Upload(file, {
      ...Upload.defaultOptions,
      uploadUrl: `/api/v1/uploads/${file.uploadId}`,
      chunkSize: PART_BYTES,
      // The device stores retries and repeats them after a restart.
      retryDelays: null,
      storeFingerprintForResuming: false,
      fingerprint: async () => null,
      fileReader: { openFile: async () => sourceOf(file) },
      httpStack: {
        createRequest: (method, path) =>
          requestOver(async (call) => {
            last = await file.transfer({
              ...call,
              path,
              method: method === "HEAD" ? "HEAD" : "PATCH",
            });
            return last;
          }),
      },
      onChunkComplete: (_, sentBytes) => file.onProgress(sentBytes),
      onSuccess: () => resolve({ kind: "SENT" }),
      onError: () => resolve({ kind: "BROKEN", outcome: last }),
    });
    file.onAbort(() => {
      upload.abort();
      resolve({ kind: "ABORTED" });
    });
    upload.start();
  });
}

/** A file with its upload, and how to send its bytes. */
export interface TransferredFile {
  readonly uploadId: string;
  readonly sizeBytes: number;
  /** Reads one stored part; null if it is gone. */
  readonly part: (index: number) => Promise<Uint8Array<ArrayBuffer> | null>;
  readonly transfer: (request: HttpRequest) => Promise<HttpOutcome>;
  /** Called with the bytes that the server has confirmed. */
  readonly onProgress: (sentBytes: number) => void;
  /** Takes the function that ends the transfer. */
  readonly onAbort: (abort: () => void) => void;
}

/** BROKEN: the last outcome of HTTP, or null if the bytes could not be read. */
export type TransferOutcome =
  | { readonly kind: "SENT" }
  | { readonly kind: "ABORTED" }
  | { readonly kind: "BROKEN"; readonly outcome: HttpOutcome | null };

/** At 17 kB/s a part arrives in time. On a slower network the server keeps what arrived, and the next try goes on. */
const SILENCE_MS = 60_000;

/** Reads up to the end of a stored part, so that only one part is in memory. */
function sourceOf({ sizeBytes, part }: TransferredFile): TusSource {
  return {
    size: sizeBytes,
    async slice(start, end) {
      const index = Math.floor(start / PART_BYTES);
      const bytes = await part(index);
      if (bytes === null) throw new Error("The bytes of a file are gone");
      const from = start - index * PART_BYTES;
      const slice = bytes.slice(from, Math.min(bytes.length, from + end - start));
      return { value: { size: slice.length, bytes: slice }, done: end >= sizeBytes };
    },
    close: () => undefined,
  };
}

function requestOver(send: (call: TusCall) => Promise<HttpOutcome>): TusRequest {
  const headers: Record<string, string> = {};
  return {
    setHeader(name, value) {
      headers[name] = value;
    },
    getHeader: (name) => headers[name],
    getMethod: () => "",
    getURL: () => "",
    setProgressHandler: () => undefined,
    abort: async () => undefined,
    async send(body) {
      const outcome = await send({
        headers,
        silenceMs: SILENCE_MS,
        ...(body && { bytes: body.bytes }),
      });
      if (outcome.kind === "SILENCE") throw new Error(outcome.reason);
      return {
        getStatus: () => outcome.status,
        getHeader: (name) => outcome.headers[name.toLowerCase()],
        getBody: () => "",
      };
    },
  };
}

type TusCall = Pick<HttpRequest, "headers" | "bytes" | "silenceMs">;
