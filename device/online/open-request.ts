import type { Core } from "../core.ts";
import { isJsonObject, parseJson } from "../json.ts";
import type { Call } from "../session/types.ts";
import type { Label } from "../store/sealed-rows.ts";
import { actKeys, secretName } from "./act-keys.ts";
import type { ActRow } from "./act-types.ts";

/** Opens the request of an act; null if its key or its secret is gone. */
export async function openRequest(core: Core, row: ActRow): Promise<Call | null> {
  const keys = await actKeys(core, row.scopeId);
  if (keys === null || row.body === null) return null;
  const opened = await core.rows.open(keys.request, requestLabel(row.actId), row.body);
  if (opened === null) return null;
  const { method, path, body, hasSecret } = opened.content;
  const secret = hasSecret ? await core.ports.vault.read(secretName(row.actType)) : "{}";
  const members = secret === null ? null : parseJson(secret);
  if (!isJsonObject(members)) return null;
  return {
    method,
    path,
    body: JSON.stringify({ ...body, ...members }),
    idempotencyKey: row.actId,
    silenceMs: Math.min(SILENCE.mostMs, SILENCE.usualMs * 2 ** Math.min(row.retries, 10)),
  };
}

/** A request as it is sealed. */
export interface SealedRequest {
  readonly method: Call["method"];
  readonly path: string;
  readonly body: Readonly<Record<string, unknown>>;
  readonly hasSecret: boolean;
}

export function requestLabel(actId: string): Label<SealedRequest> {
  return `online_act/request/${actId}`;
}

/** A large body on a slow connection gets a longer timeout with each try. */
const SILENCE = { usualMs: 8_000, mostMs: 64_000 } as const;
