import { createHash, randomBytes, randomUUID } from "node:crypto";
import { type Upload, type UploadRequest, uploadSchema } from "../../../contract/media/schema.ts";
import { TUS_VERSION, UPLOAD_CONTENT_TYPE } from "../../../contract/media/vocabulary.ts";
import type { TestAnswer, TestApi } from "../../harness/api.ts";
import type { Phone } from "../sync/phone.ts";

/** The first bytes of a JPEG. */
const JPEG = Buffer.from("ffd8ffe000104a46494600010100000100010000", "hex");

/** A new photo: the first bytes of a JPEG, then noise. */
export function photo(sizeBytes = 4_096): Buffer<ArrayBuffer> {
  return Buffer.concat([JPEG, randomBytes(sizeBytes - JPEG.length)]);
}

/** Its hash as a device announces it. */
export const hashOf = (bytes: Uint8Array) =>
  `sha-256:${createHash("sha256").update(bytes).digest("hex")}`;

/** Body of an intent for these bytes. */
export function announcement(
  relationshipId: string,
  bytes: Uint8Array,
  changes: Partial<UploadRequest> = {},
): UploadRequest {
  return {
    relationshipId,
    contentHash: hashOf(bytes),
    sizeBytes: bytes.length,
    contentType: "image/jpeg",
    purpose: "PROGRESS_PHOTO",
    ...changes,
  };
}

/** Announces a file; any answer is returned. */
export function announce(
  api: TestApi,
  phone: Pick<Phone, "token" | "relationshipId">,
  bytes: Uint8Array,
  changes: Partial<UploadRequest> = {},
): Promise<TestAnswer> {
  const body = announcement(phone.relationshipId, bytes, changes);
  return api.call("POST", "/api/v1/client/uploads", { token: phone.token, body });
}

/** Announces a file and expects it to be accepted. */
export async function begun(
  api: TestApi,
  phone: Pick<Phone, "token" | "relationshipId">,
  bytes: Uint8Array,
  changes: Partial<UploadRequest> = {},
): Promise<Upload> {
  return uploadSchema.parse((await announce(api, phone, bytes, changes)).data);
}

/** The state of an upload. */
export async function uploadState(
  api: TestApi,
  { token }: Pick<Phone, "token">,
  uploadId: string,
): Promise<Upload> {
  const answer = await api.call("GET", `/api/v1/client/uploads/${uploadId}`, { token });
  return uploadSchema.parse(answer.data);
}

/** One request of the tus protocol. */
export function tus(
  api: Pick<TestApi, "call">,
  method: "HEAD" | "PATCH" | "DELETE" | "OPTIONS",
  uploadId: string,
  { token, headers = {}, bytes }: TusRequest,
): Promise<TestAnswer> {
  return api.call(method, `/api/v1/uploads/${uploadId}`, {
    ...(token === undefined ? {} : { token }),
    headers: { "Tus-Resumable": TUS_VERSION, ...headers },
    ...(bytes === undefined ? {} : { rawBody: bytes }),
  });
}

/** Options of a request of the protocol. */
export interface TusRequest {
  readonly token?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly bytes?: Uint8Array<ArrayBuffer>;
}

/** Sends bytes from an offset on. */
export function patch(
  api: Pick<TestApi, "call">,
  { token }: Pick<Phone, "token">,
  { uploadId, offset, bytes }: { uploadId: string; offset: number; bytes: Buffer<ArrayBuffer> },
): Promise<TestAnswer> {
  const headers = { "Content-Type": UPLOAD_CONTENT_TYPE, "Upload-Offset": String(offset) };
  return tus(api, "PATCH", uploadId, { token, headers, bytes });
}

/** The number of bytes that the server has received. */
export async function offsetOf(
  api: Pick<TestApi, "call">,
  { token }: Pick<Phone, "token">,
  uploadId: string,
): Promise<number> {
  const answer = await tus(api, "HEAD", uploadId, { token });
  return Number(answer.headers.get("Upload-Offset") ?? Number.NaN);
}

/** Announces a file and sends it in one request. */
export async function uploaded(
  api: TestApi,
  phone: Pick<Phone, "token" | "relationshipId">,
  bytes: Buffer<ArrayBuffer> = photo(),
  changes: Partial<UploadRequest> = {},
): Promise<Upload> {
  const { uploadId } = await begun(api, phone, bytes, changes);
  await patch(api, phone, { uploadId, offset: 0, bytes });
  return await uploadState(api, phone, uploadId);
}

/** The bytes of media over HTTP. */
export async function contentOf(
  api: Pick<TestApi, "url">,
  { token }: Pick<Phone, "token">,
  mediaId: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<{ readonly status: number; readonly headers: Headers; readonly bytes: Buffer }> {
  const url = `${api.url}/api/v1/media/${mediaId}/content`;
  const answer = await fetch(url, { headers: { Authorization: `Bearer ${token}`, ...headers } });
  const bytes = Buffer.from(await answer.arrayBuffer());
  return { status: answer.status, headers: answer.headers, bytes };
}

/** The id of an upload that does not exist. */
export const noUpload = () => randomUUID();
