import { connect, constants, type ClientHttp2Session, type IncomingHttpHeaders } from "node:http2";
import { text } from "node:stream/consumers";

/**
 * Posts over one HTTP/2 connection, kept open as push providers ask, and reopened after the server has closed it.
 *
 * @param origin `https://host`; `http://` in tests.
 */
export function openHttp2Poster(origin: string, timeoutMs = TIMEOUT_MS): Http2Poster {
  let current: ClientHttp2Session | null = null;
  const session = (): ClientHttp2Session => {
    if (current !== null && !current.closed && !current.destroyed) return current;
    const opened = connect(origin);
    const forget = () => {
      if (current === opened) current = null;
    };
    // Each request learns of an error through its own stream.
    opened.on("error", forget).on("goaway", forget).on("close", forget);
    current = opened;
    return opened;
  };
  return {
    post: (path, headers, body) => exchange(session(), { path, headers, body, timeoutMs }),
    close: () => current?.close(),
  };
}

/** An answer with its whole body. */
export interface Http2Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** Posts to one server. */
export interface Http2Poster {
  post(path: string, headers: Readonly<Record<string, string>>, body: string): Promise<Http2Answer>;
  close(): void;
}

/** Timeout for the provider's answer; the relay retries later. */
const TIMEOUT_MS = 10_000;

async function exchange(
  session: ClientHttp2Session,
  request: {
    readonly path: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: string;
    readonly timeoutMs: number;
  },
): Promise<Http2Answer> {
  const stream = session.request({ ":method": "POST", ":path": request.path, ...request.headers });
  stream.setTimeout(request.timeoutMs, () => {
    stream.close(constants.NGHTTP2_CANCEL);
    // A connection that stops answering is not used again.
    session.destroy(new PushTimeoutError());
  });
  const answered = new Promise<IncomingHttpHeaders>((resolve, reject) => {
    stream.once("response", resolve).once("error", reject);
    stream.once("close", () => reject(new PushTimeoutError()));
  });
  stream.end(request.body);
  const headers = await answered;
  const body = await text(stream);
  return { status: Number(headers[":status"]), headers, body };
}

/** The push provider did not answer. */
class PushTimeoutError extends Error {
  override readonly name = "PushTimeoutError";
}
