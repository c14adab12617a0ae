import { generateKeyPairSync } from "node:crypto";
import {
  createServer,
  type IncomingHttpHeaders,
  type ServerHttp2Session,
  type ServerHttp2Stream,
} from "node:http2";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import type { ApnsAccount } from "../../../activities/notifications/push/create-apns-sender.ts";
import type { FcmAccount } from "../../../activities/notifications/push/create-fcm-sender.ts";
import type { PushMessage } from "../../../activities/notifications/push/push-sender.ts";

/** A request as the provider received it. */
export interface PushRequest {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** The provider's answer; null for one that hangs. */
export interface PushReply {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** A push provider on its own port, over real HTTP/2. */
export interface FakeProvider {
  readonly origin: string;
  readonly requests: PushRequest[];
  /** Answers requests whose path has this prefix with `reply`. */
  answer(path: string, reply: (request: PushRequest) => PushReply | null): void;
  /** Closes every connection. */
  hangUp(): void;
  connectionCount(): number;
  close(): Promise<void>;
}

/** Starts a provider that accepts everything. */
export async function startFakeProvider(): Promise<FakeProvider> {
  const requests: PushRequest[] = [];
  const sessions = new Set<ServerHttp2Session>();
  const replies = new Map<string, (request: PushRequest) => PushReply | null>();
  let connectionCount = 0;
  const server = createServer();
  server.on("session", (session) => {
    connectionCount += 1;
    sessions.add(session);
    session.on("close", () => sessions.delete(session));
  });
  server.on("stream", (stream, headers) => {
    void serve(stream, headers, (request) => {
      requests.push(request);
      const [, reply] = [...replies].find(([path]) => request.path.startsWith(path)) ?? [];
      return reply === undefined ? { status: 200 } : reply(request);
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  return {
    origin: `http://127.0.0.1:${portOf(server.address())}`,
    requests,
    answer: (path, reply) => void replies.set(path, reply),
    hangUp: () => {
      for (const session of sessions) session.destroy();
    },
    connectionCount: () => connectionCount,
    close: async () => {
      for (const session of sessions) session.destroy();
      await new Promise((resolve) => void server.close(resolve));
    },
  };
}

async function serve(
  stream: ServerHttp2Stream,
  headers: IncomingHttpHeaders,
  replyTo: (request: PushRequest) => PushReply | null,
): Promise<void> {
  stream.on("error", () => undefined);
  const body = await text(stream);
  const reply = replyTo({ path: headers[":path"] ?? "", headers, body });
  if (reply === null || stream.destroyed) return;
  stream.respond({ ":status": reply.status, ...reply.headers });
  stream.end(reply.body === undefined ? "" : JSON.stringify(reply.body));
}

function portOf(address: AddressInfo | string | null): number {
  return typeof address === "object" ? (address?.port ?? 0) : 0;
}

const rsa = generateKeyPairSync("rsa", { modulusLength: 2048 });
const ec = generateKeyPairSync("ec", { namedCurve: "P-256" });
const pem = { type: "pkcs8", format: "pem" } as const;

/** The public halves of the accounts' keys. */
export const PUBLIC_KEYS = { FCM: rsa.publicKey, APNS: ec.publicKey } as const;

/** A service account at a provider that issues tokens at `/token`. */
export function fcmAccount(provider: FakeProvider): FcmAccount {
  provider.answer("/token", () => ({
    status: 200,
    body: { access_token: "access-token", expires_in: 3_600 },
  }));
  return {
    projectId: "sideline-test",
    clientEmail: "push@sideline-test.example",
    privateKey: String(rsa.privateKey.export(pem)),
    tokenUri: `${provider.origin}/token`,
  };
}

/** An account with Apple. */
export function apnsAccount(): ApnsAccount {
  return {
    key: String(ec.privateKey.export(pem)),
    keyId: "KEY1234567",
    teamId: "TEAM123456",
    topics: { CLIENT_MOBILE: "com.example.client", COACH_MOBILE: "com.example.coach" },
  };
}

/** A message to push. */
export function pushMessage(changes: Partial<PushMessage> = {}): PushMessage {
  return {
    token: "token-1",
    surface: "CLIENT_MOBILE",
    pushId: "019a0000-0000-7000-8000-000000000001",
    collapseKey: "019a0000-0000-7000-8000-000000000002",
    severity: "NORMAL",
    title: "Something is waiting for you",
    body: "Your coach is waiting for your answers.",
    badge: null,
    content: { category: "ONBOARDING_REMINDER", subjectId: "019a0000-0000-7000-8000-000000000003" },
    ...changes,
  };
}
