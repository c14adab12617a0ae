import { UPLOAD_CONTENT_TYPE } from "../../../contract/media/vocabulary.ts";

/** The head of a request that announces a whole file from its first byte, for a socket that sends the body by itself. */
export function uploadHead(uploadId: string, { token, length }: UploadHead): string {
  return [
    `PATCH /api/v1/uploads/${uploadId} HTTP/1.1`,
    "Host: 127.0.0.1",
    `Authorization: Bearer ${token}`,
    "Tus-Resumable: 1.0.0",
    "Upload-Offset: 0",
    `Content-Type: ${UPLOAD_CONTENT_TYPE}`,
    `Content-Length: ${length}`,
    "",
    "",
  ].join("\r\n");
}

interface UploadHead {
  readonly token: string;
  /** Bytes of the file. */
  readonly length: number;
}
