import type { Core } from "../core.ts";
import { EVERY_SCOPE } from "../changes.ts";
import { type Answer, classifyAnswer } from "../lanes/classify-answer.ts";
import { maybeTextIn } from "../store/columns.ts";
import { type AccessToken, keepTokens, type TokenKeeper } from "./keep-tokens.ts";
import type { Call, Registration, Session } from "./types.ts";

/** Opens the session of a device with the tokens in its vault. */
export function makeSession(core: Core, listeners: SessionListeners = {}): Session {
  const { sql } = core.ports;
  const tokens = keepTokens(core.ports, () => {
    core.changes.emit(EVERY_SCOPE);
    listeners.onAccessEnded?.();
  });
  let registration: Promise<Registration> | null = null;
  let answered = 0;

  return {
    call,
    async token() {
      const found = await tokenOr(() => tokens.current());
      return found.kind === "TOKEN" ? found.token : null;
    },
    answered: () => answered,
    async signIn(given) {
      await tokens.put(given);
      core.changes.emit(EVERY_SCOPE);
    },
    async signOut() {
      await tokens.forget();
      core.changes.emit(EVERY_SCOPE);
    },
    async state() {
      if (await tokens.has()) return "SIGNED_IN";
      const [row] = await sql.read({
        sql: "select coalesce(user_id, device_id) as former from device_metadata",
      });
      return row === undefined || row["former"] === null ? "NONE" : "NEEDED";
    },
    deviceId: readDeviceId,
    async register(refused) {
      const current = refused === undefined ? null : await readDeviceId();
      if (current !== null && current !== refused) {
        return { kind: "REGISTERED", deviceId: current, hasOrders: false };
      }
      const begunIn = tokens.generation();
      const isCurrent = () => tokens.generation() === begunIn;
      // Rare and only online, so its code is loaded when it is needed.
      registration ??= import("./register-device.ts")
        .then(
          async ({ registerDevice }) => await registerDevice(core, { call, isCurrent }),
          () => UNLOADED,
        )
        .then((outcome) => {
          if (outcome.kind === "REGISTERED" && outcome.hasOrders) listeners.onOrders?.();
          return outcome;
        })
        .finally(() => {
          registration = null;
        });
      return await registration;
    },
  };

  async function call(request: Call): Promise<Answer> {
    const answer = await callWith(core, tokens, request);
    const isOutOfReach = answer.kind === "NOT_FOUND" && request.scopeId !== undefined;
    if (answer.kind === "ACCOUNT" || isOutOfReach) listeners.onAccessEnded?.();
    if (answer.kind !== "TRANSPORT" && answer.kind !== "TOO_LARGE") answered += 1;
    return answer;
  }

  async function readDeviceId(): Promise<string | null> {
    const [row] = await sql.read({ sql: "select device_id from device_metadata" });
    return row === undefined ? null : maybeTextIn(row, "device_id");
  }
}

/** Its script is out of reach, like a server without an answer. */
const UNLOADED: Registration = {
  kind: "FAILED",
  answer: { kind: "TRANSPORT", cause: "UNREACHABLE", pauseMs: null },
};

/** Callbacks for the purge; the session itself deletes nothing. */
export interface SessionListeners {
  /** A registration returned purge orders, which are stored. */
  onOrders?(): void;
  /**
   * The provider or the server ended the session, closed the account or a scope. The device secret then reads its
   * orders (docs/rooms/sync.md#device-secrets).
   */
  onAccessEnded?(): void;
}

/** Milliseconds without an answer after which the connection counts as lost. */
const SILENCE_MS = 8_000;

async function callWith(core: Core, tokens: TokenKeeper, request: Call): Promise<Answer> {
  const current = await tokenOr(() => tokens.current());
  if (current.kind !== "TOKEN") return withoutToken(current.kind);
  const answer = await send(core, current.token, request);
  if (answer.kind !== "SIGN_IN") return answer;
  const renewed = await tokenOr(() => tokens.renewed(current.token));
  if (renewed.kind !== "TOKEN") return withoutToken(renewed.kind);
  const second = await send(core, renewed.token, request);
  if (second.kind === "SIGN_IN") await tokens.end(renewed.token);
  return second;
}

/** A vault may be locked while the phone is. That counts as a missing connection: a sign-in would not help. */
async function tokenOr(read: () => Promise<AccessToken>): Promise<AccessToken> {
  try {
    return await read();
  } catch {
    return { kind: "SILENT" };
  }
}

/** A silent provider counts as a silent server: the person is not asked to sign in. */
function withoutToken(kind: "NONE" | "SILENT"): Answer {
  return kind === "NONE"
    ? { kind: "SIGN_IN" }
    : { kind: "TRANSPORT", cause: "NOT_SENT", pauseMs: null };
}

async function send({ ports }: Core, token: string, request: Call): Promise<Answer> {
  const { method, path, body, idempotencyKey, silenceMs = SILENCE_MS } = request;
  const headers = {
    authorization: `Bearer ${token}`,
    accept: "application/json",
    ...(body !== undefined && { "content-type": "application/json" }),
    ...(idempotencyKey !== undefined && { "idempotency-key": idempotencyKey }),
  };
  return classifyAnswer(
    await ports.http.send({
      method,
      path,
      headers,
      silenceMs,
      ...(body !== undefined && { body }),
    }),
  );
}
