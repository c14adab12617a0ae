import { createHash, randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";

/** A test bucket that implements the part of S3 that uploads need, over real HTTP. */
export interface FakeBucket {
  readonly url: string;
  /** Names of the stored objects. */
  readonly names: () => readonly string[];
  /** Number of multipart uploads in progress. */
  readonly openUploads: () => number;
  readonly close: () => Promise<void>;
}

interface StoredObject {
  readonly bytes: Buffer;
  readonly meta: Readonly<Record<string, string>>;
  readonly at: Date;
}

interface ReadRequest {
  readonly method: string;
  readonly name: string;
  readonly query: URLSearchParams;
  readonly bytes: Buffer;
  readonly meta: Readonly<Record<string, string>>;
  readonly range: string | undefined;
}

type Answer = readonly [status: number, body?: string | Buffer, headers?: Record<string, string>];

/** A request to the bucket, before it is answered. */
export type BucketRequest = Pick<ReadRequest, "method" | "name" | "query">;

/** Starts a bucket that is named in the path. `beforeAnswer` may delay the answer. */
export async function startFakeBucket(
  beforeAnswer: (request: BucketRequest) => Promise<void> = async () => {},
): Promise<FakeBucket> {
  const objects = new Map<string, StoredObject>();
  const uploads = new Map<string, { name: string; parts: Map<number, Buffer> }>();
  const server = createServer((req, res) => void serve(req, res));

  async function serve(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const request = await read(req);
    await beforeAnswer(request);
    const [status, body = "", headers = {}] = answer(request);
    const length = headers["Content-Length"] ?? String(Buffer.byteLength(body));
    res.writeHead(status, { ...headers, "Content-Length": length });
    res.end(req.method === "HEAD" ? undefined : body);
  }

  function answer(request: ReadRequest): Answer {
    const { method, name, query } = request;
    if (query.has("delete")) return deleteMany(request);
    if (query.has("list-type")) return list(query);
    if (query.has("uploads")) return begin(name);
    const uploadId = query.get("uploadId");
    if (uploadId !== null) return inUpload(request, uploadId);
    if (method === "PUT") return put(request);
    const found = objects.get(name);
    if (found === undefined) return problem(404, "NoSuchKey");
    const [from, to] =
      /^bytes=(\d+)-(\d+)$/
        .exec(request.range ?? "")
        ?.slice(1)
        .map(Number) ?? [];
    const bytes = to === undefined ? found.bytes : found.bytes.subarray(from, to + 1);
    const headers = { ...found.meta, "Content-Length": String(bytes.length) };
    return [to === undefined ? 200 : 206, bytes, headers];
  }

  function put({ name, bytes, meta }: ReadRequest): Answer {
    objects.set(name, { bytes, meta, at: new Date() });
    return [200, "", { ETag: tagOf(bytes) }];
  }

  function begin(name: string): Answer {
    const id = randomUUID();
    uploads.set(id, { name, parts: new Map() });
    const inner = `<Key>${name}</Key><UploadId>${id}</UploadId>`;
    return xml("InitiateMultipartUploadResult", inner);
  }

  function inUpload({ method, query, bytes }: ReadRequest, id: string): Answer {
    const upload = uploads.get(id);
    if (upload === undefined) return problem(404, "NoSuchUpload");
    const { name, parts } = upload;
    const inOrder = [...parts].toSorted(([a], [b]) => a - b);
    if (method === "PUT") {
      parts.set(Number(query.get("partNumber")), bytes);
      return [200, "", { ETag: tagOf(bytes) }];
    }
    if (method === "GET")
      return xml(
        "ListPartsResult",
        inOrder
          .map(
            ([number, part]) =>
              `<Part><PartNumber>${number}</PartNumber><ETag>${tagOf(part)}</ETag><Size>${part.length}</Size></Part>`,
          )
          .join(""),
      );
    uploads.delete(id);
    if (method === "DELETE") return [204];
    const whole = Buffer.concat(inOrder.map(([, part]) => part));
    objects.set(name, { bytes: whole, meta: {}, at: new Date() });
    return xml("CompleteMultipartUploadResult", `<Key>${name}</Key>`);
  }

  function deleteMany({ bytes }: ReadRequest): Answer {
    for (const [, name = ""] of bytes.toString().matchAll(/<Key>([^<]+)<\/Key>/g))
      objects.delete(name);
    return xml("DeleteResult", "");
  }

  function list(query: URLSearchParams): Answer {
    const after = query.get("start-after") ?? "";
    const names = [...objects.keys()].toSorted().filter((name) => name > after);
    const page = names.slice(0, Number(query.get("max-keys") ?? 1_000));
    const contents = page.map((name) => {
      const at = objects.get(name)?.at.toISOString();
      return `<Contents><Key>${name}</Key><LastModified>${at}</LastModified></Contents>`;
    });
    const more = `<IsTruncated>${page.length < names.length}</IsTruncated>`;
    return xml("ListBucketResult", more + contents.join(""));
  }

  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" ? (address?.port ?? 0) : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    names: () => [...objects.keys()].toSorted(),
    openUploads: () => uploads.size,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function read(req: IncomingMessage): Promise<ReadRequest> {
  const chunks: Buffer[] = [];
  const stream: AsyncIterable<Buffer> = req;
  for await (const chunk of stream) chunks.push(chunk);
  const url = new URL(req.url ?? "/", "http://bucket");
  const meta = Object.entries(req.headers).filter(([name]) => name.startsWith("x-amz-meta-"));
  return {
    method: req.method ?? "GET",
    name: decodeURIComponent(url.pathname.split("/").slice(2).join("/")),
    query: url.searchParams,
    bytes: Buffer.concat(chunks),
    meta: Object.fromEntries(meta.map(([name, value]) => [name, String(value)])),
    range: req.headers.range,
  };
}

const tagOf = (bytes: Buffer) => `"${createHash("md5").update(bytes).digest("hex")}"`;

function xml(name: string, inner: string): Answer {
  const text = `<?xml version="1.0" encoding="UTF-8"?><${name}>${inner}</${name}>`;
  return [200, text, { "Content-Type": "application/xml" }];
}

function problem(status: number, code: string): Answer {
  const text = `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code></Error>`;
  return [status, text, { "Content-Type": "application/xml" }];
}
