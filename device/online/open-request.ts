import type { Core } from "../core.ts";
import { isJsonObject, parseJson } from "../json.ts";
import type { Call } from "../session/types.ts";
import type { Label } from "../store/sealed-rows.ts";
import { actKeys, secretName } from "./act-keys.ts";
import type { ActRow } from "./act-types.ts";

/** Opens the request of an act; null if its key or its secret is gone. */
export async function openRequest(core: Core, row: ActRow): Promise<OpenRequest | null> {
  const sealed = await openSealed(core, row);
  if (sealed === null) return null;
  const { method, path, body, hasSecret, namesDevice, seenRevision } = sealed;
  const secret = hasSecret ? (await readSecrets(core, row.actType))[row.actId] : {};
  if (!isJsonObject(secret)) return null;
  return {
    body,
    namesDevice,
    seenRevision,
    from: (deviceId) => ({
      method,
      path,
      body: JSON.stringify({ ...body, ...secret, ...(namesDevice && { deviceId }) }),
      idempotencyKey: row.actId,
      silenceMs: Math.min(SILENCE.mostMs, SILENCE.usualMs * 2 ** Math.min(row.retries, 10)),
    }),
  };
}

/** The request of an act. */
export interface OpenRequest extends Pick<SealedRequest, "body" | "namesDevice" | "seenRevision"> {
  /** The call as a device sends it. */
  from(deviceId: string | null): Call;
}

/** Opens a request as it was sealed; null once it is answered, or if its key is gone. */
export async function openSealed(core: Core, row: ActRow): Promise<SealedRequest | null> {
  const keys = await actKeys(core, row.scopeId);
  if (keys === null || row.body === null) return null;
  const opened = await core.rows.open(keys.request, requestLabel(row.actId), row.body);
  return opened?.content ?? null;
}

/** A request as it is sealed. */
export interface SealedRequest {
  readonly method: Call["method"];
  readonly path: string;
  readonly body: Readonly<Record<string, unknown>>;
  readonly incidental: readonly string[];
  readonly namesDevice: boolean;
  readonly seenRevision: number | null;
  readonly hasSecret: boolean;
}

export function requestLabel(actId: string): Label<SealedRequest> {
  return `online_act/request/${actId}`;
}

/** The secret members of the acts of a type, by act. Two acts have one each while one replaces the other. */
export async function readSecrets(
  { ports }: Core,
  actType: string,
): Promise<Readonly<Record<string, unknown>>> {
  const stored = parseJson((await ports.vault.read(secretName(actType))) ?? "{}");
  return isJsonObject(stored) ? stored : {};
}

/** A large body on a slow connection gets a longer timeout with each try. */
const SILENCE = { usualMs: 8_000, mostMs: 64_000 } as const;
