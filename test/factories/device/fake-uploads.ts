import { randomUUID } from "node:crypto";
import { isJsonObject, numberAt, parseJson, textAt } from "../../../device/json.ts";
import type { HttpAnswer, HttpRequest } from "../../../device/ports/http.ts";
import { problem, success } from "./fake-api.ts";

/** The uploads of a server in memory: announcements, states and the two calls of tus that a device makes. */
export function makeFakeUploads(): FakeUploads {
  const uploads = new Map<string, FakeUpload>();
  const mediaIds = new Map<string, string>();
  return {
    all: () => [...uploads.values()],
    records: () => [...mediaIds.values()],
    expire() {
      for (const upload of uploads.values()) upload.status = "EXPIRED";
    },
    answer({ method, path, body, bytes, headers }) {
      if (method === "POST" && path === "/api/v1/client/uploads") return announce(body);
      const upload = uploads.get(path.split("/").at(-1) ?? "");
      if (upload === undefined || !path.includes("/uploads/")) return null;
      if (method === "GET") return success(shown(upload));
      if (upload.status === "EXPIRED") return empty(410, {});
      if (method === "PATCH" && Number(headers["Upload-Offset"]) !== upload.receivedBytes)
        return empty(409, {});
      upload.receivedBytes += bytes?.length ?? 0;
      if (upload.receivedBytes === upload.sizeBytes) upload.status = "READY";
      return empty(method === "PATCH" ? 204 : 200, {
        "upload-offset": String(upload.receivedBytes),
        "upload-length": String(upload.sizeBytes),
      });
    },
  };

  /** The same content is the same record; an open upload of it is continued. */
  function announce(body = "{}"): HttpAnswer {
    const request = parseJson(body);
    if (!isJsonObject(request)) return problem({ code: "VALIDATION_FAILED" });
    const sizeBytes = numberAt(request, "sizeBytes") ?? 0;
    const key = `${textAt(request, "contentHash")}/${textAt(request, "purpose")}`;
    const mediaId = mediaIds.get(key) ?? randomUUID();
    mediaIds.set(key, mediaId);
    const open = [...uploads.values()].find(
      (upload) => upload.mediaId === mediaId && upload.status !== "EXPIRED",
    );
    const upload: FakeUpload = open ?? {
      uploadId: randomUUID(),
      mediaId,
      sizeBytes,
      receivedBytes: 0,
      status: "PENDING",
    };
    uploads.set(upload.uploadId, upload);
    return success(shown(upload));
  }
}

/** The uploads of a fake server. */
export interface FakeUploads {
  /** The answer to a call about uploads; null for any other call. */
  answer(request: HttpRequest): HttpAnswer | null;
  /** All uploads, oldest first. */
  all(): readonly FakeUpload[];
  /** The media records. */
  records(): readonly string[];
  /** Expires every upload. */
  expire(): void;
}

/** One upload. */
export interface FakeUpload {
  readonly uploadId: string;
  readonly mediaId: string;
  readonly sizeBytes: number;
  receivedBytes: number;
  status: "PENDING" | "READY" | "EXPIRED";
}

const shown = (upload: FakeUpload) => ({ ...upload, rejectionCode: null });

function empty(status: number, headers: Readonly<Record<string, string>>): HttpAnswer {
  return { kind: "ANSWER", status, headers, text: "", roundTripMs: 40 };
}
