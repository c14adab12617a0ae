import {
  type ClientHttp2Session,
  connect,
  constants,
  createSecureServer,
  type IncomingHttpHeaders,
  type ServerHttp2Stream,
} from "node:http2";
import type { TestAuthority, TestCertificate } from "./certificates.ts";

/** A TLS endpoint in front of a gRPC server, as Temporal Cloud has one. */
export interface TlsFront {
  readonly address: string;
  /** Shows this certificate to new connections. */
  present(own: TestCertificate): void;
  /** Ends the connections. */
  cut(): void;
  close(): Promise<void>;
}

interface TlsFrontOptions {
  /** Host and port of the server behind it. */
  readonly target: string;
  readonly authority: TestAuthority;
  readonly own: TestCertificate;
  /** Requires a certificate of the authority from each client. */
  readonly needsCertificate?: true;
  /** Requires this key with each call. */
  readonly apiKey?: string;
}

const UNAUTHENTICATED = "16";

/** Opens the endpoint on a free port. */
export async function openTlsFront(options: TlsFrontOptions): Promise<TlsFront> {
  const { target, authority, own, needsCertificate = false, apiKey } = options;
  const behind = connect(`http://${target}`);
  behind.on("error", () => {});
  const server = createSecureServer({
    key: own.key,
    cert: own.certificate,
    ca: authority.certificate,
    requestCert: needsCertificate,
    rejectUnauthorized: needsCertificate,
  });
  const sessions = new Set<{ destroy(): void }>();
  server.on("session", (session) => {
    sessions.add(session);
    session.on("error", () => {});
    session.on("close", () => sessions.delete(session));
  });
  server.on("stream", (stream, headers) => {
    if (apiKey !== undefined && headers.authorization !== `Bearer ${apiKey}`) refuse(stream);
    else passOn(behind, stream, headers);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" ? (address?.port ?? 0) : 0;
  const cut = () => {
    for (const session of sessions) session.destroy();
  };
  return {
    address: `127.0.0.1:${port}`,
    present: ({ key, certificate: cert }) =>
      server.setSecureContext({ key, cert, ca: authority.certificate }),
    cut,
    close: async () => {
      cut();
      behind.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function refuse(stream: ServerHttp2Stream): void {
  const status = { ":status": 200, "content-type": "application/grpc" };
  stream.respond({ ...status, "grpc-status": UNAUTHENTICATED }, { endStream: true });
}

function passOn(
  behind: ClientHttp2Session,
  stream: ServerHttp2Stream,
  headers: IncomingHttpHeaders,
): void {
  const request = behind.request({ ...headers, ":scheme": "http" });
  let trailers: IncomingHttpHeaders = {};
  stream.on("error", () => request.close());
  request.on("error", () => stream.close());
  stream.on("close", () => request.close());
  stream.on("wantTrailers", () => stream.sendTrailers(trailers));
  request.on("trailers", (received: IncomingHttpHeaders) => {
    trailers = received;
  });
  request.on("response", (answer, flags) => {
    const isOver = (flags & constants.NGHTTP2_FLAG_END_STREAM) !== 0;
    stream.respond(answer, isOver ? { endStream: true } : { waitForTrailers: true });
    if (!isOver) request.pipe(stream);
  });
  stream.pipe(request);
}
