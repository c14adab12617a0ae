import type { DeviceRegistration } from "../../contract/sync/device-schema.ts";
import { EVERY_SCOPE } from "../changes.ts";
import type { Core } from "../core.ts";
import { isJsonObject, objectsAt, parseJson, textAt } from "../json.ts";
import type { Answer } from "../lanes/classify-answer.ts";
import type { Statement } from "../ports/sql.ts";
import { REGISTRATION_ATTEMPT } from "../store/names.ts";
import { textIn } from "../store/columns.ts";
import { deviceSecretName } from "./device-secret-name.ts";
import { handOver } from "./hand-over.ts";
import type { Call, Registration } from "./types.ts";

/**
 * Registers the installation as a device (docs/rooms/sync.md#devices). The attempt is stored before it is sent: after a
 * lost answer, the same key returns the same device and its secret. The queue continues under the new device.
 */
export async function registerDevice(
  core: Core,
  session: RegisteringSession,
): Promise<Registration> {
  const attempt = await storedAttempt(core);
  const answer = await session.call({
    method: "POST",
    path: "/api/v1/client/devices",
    body: attempt.body,
    idempotencyKey: attempt.key,
  });
  if (answer.kind !== "ANSWER") {
    if (isRefusal(answer)) await core.ports.sql.write([forgetAttempt(attempt)]);
    return { kind: "FAILED", answer };
  }
  // The person signed out meanwhile; the purge that follows must find all rows unchanged.
  if (!session.isCurrent()) return { kind: "FAILED", answer: { kind: "SIGN_IN" } };
  const registered = readRegistered(answer.data);
  if (registered === null) {
    return { kind: "FAILED", answer: { kind: "TRANSPORT", cause: "FAULT", pauseMs: null } };
  }
  const { deviceId, deviceSecret } = registered;
  if (deviceSecret !== null) {
    await core.ports.vault.write(deviceSecretName(deviceId), deviceSecret);
  }
  await handOver(core, registered, [forgetAttempt(attempt)]);
  core.changes.emit(EVERY_SCOPE);
  return { kind: "REGISTERED", deviceId, hasOrders: registered.orders.length > 0 };
}

interface RegisteringSession {
  call(request: Call): Promise<Answer>;
  /** Whether the session that began the registration is still current. */
  isCurrent(): boolean;
}

interface Attempt {
  readonly key: string;
  readonly body: string;
}

/** The pending attempt, or a new one. */
async function storedAttempt(core: Core): Promise<Attempt> {
  const { sql, random, clock } = core.ports;
  const [row] = await sql.read({
    sql: "select value from cache_metadata where key = ?",
    params: [REGISTRATION_ATTEMPT],
  });
  const stored = row === undefined ? null : readAttempt(textIn(row, "value"));
  if (stored !== null) return stored;
  const attempt = { key: random.uuid(), body: JSON.stringify(await registrationOf(core)) };
  await sql.write([
    {
      sql: "insert or replace into cache_metadata (key, value, updated_at) values (?, ?, ?)",
      params: [REGISTRATION_ATTEMPT, JSON.stringify(attempt), clock.now()],
    },
  ]);
  return attempt;
}

function readAttempt(text: string): Attempt | null {
  const stored = parseJson(text);
  if (!isJsonObject(stored)) return null;
  const key = textAt(stored, "key");
  const body = textAt(stored, "body");
  return key === null || body === null ? null : { key, body };
}

async function registrationOf({ ports, surface, app }: Core): Promise<DeviceRegistration> {
  const [row] = await ports.sql.read({ sql: "select installation_id from device_metadata" });
  if (row === undefined) throw new Error("The database names no installation");
  return {
    appSurface: surface,
    installationId: textIn(row, "installation_id"),
    appVersion: app.appVersion,
    buildNumber: app.buildNumber,
    platform: app.platform,
    osVersion: app.osVersion,
    ...(app.model !== undefined && { model: app.model }),
  };
}

/** Removes the attempt unless another one replaced it. */
function forgetAttempt(attempt: Attempt): Statement {
  return {
    sql: "delete from cache_metadata where key = ? and value = ?",
    params: [REGISTRATION_ATTEMPT, JSON.stringify(attempt)],
  };
}

/** Whether the server refused this attempt for good: the next one needs a new key. */
function isRefusal({ kind }: Answer): boolean {
  return kind === "MALFORMED" || kind === "REFUSED";
}

/** The fields of a registration answer that the device uses. */
function readRegistered(data: unknown) {
  if (!isJsonObject(data)) return null;
  const deviceId = textAt(data, "deviceId");
  if (deviceId === null) return null;
  const orders = objectsAt(data, "purgeOrders");
  return { deviceId, deviceSecret: textAt(data, "deviceSecret"), orders };
}
