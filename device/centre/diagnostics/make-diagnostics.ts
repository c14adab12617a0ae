import { PLATFORMS } from "../../../contract/sync/vocabulary.ts";
import type { DevicePartContext } from "../../parts/part-context.ts";
import { type Sql, SqlFault, type SqlFaultKind } from "../../ports/sql.ts";
import { ordersKept } from "../../session/purge-orders.ts";
import { loadScopes } from "../../store/load-scope.ts";
import type { DeviceState } from "../../types.ts";
import { diagnoseScope } from "./diagnose-scope.ts";
import { diagnoseStorage } from "./diagnose-storage.ts";
import { idOrNull, knownOrOther, versionOrNull } from "./redacted.ts";
import type { DiagnosedApp, DiagnosedDevice, Diagnostics, DiagnosticsPart } from "./types.ts";

/** Collects facts for support. Texts come from lists of the library, or pass `redacted.ts`. */
export function makeDiagnostics(context: DevicePartContext): DiagnosticsPart {
  return { collect: async () => await collect(context) };
}

async function collect({ running, device }: DevicePartContext): Promise<Diagnostics> {
  const { core, session } = running;
  const { sql, clock } = core.ports;
  const now = clock.now();
  const state = await orFault(() => device.state());
  const fault = await writeFault(sql);
  const deviceId = await orFault(() => session.deviceId());
  const orders = await orFault(() => ordersKept(sql));
  const scopes = (await orFault(() => loadScopes(sql))) ?? [];
  const diagnosed = scopes.map((scope, at) =>
    orFault(() => diagnoseScope(sql, scope, { place: at + 1, now })),
  );
  return {
    format: 1,
    writtenAt: new Date(now).toISOString(),
    app: appOf(core.app),
    device: deviceOf(state, { surface: core.surface, deviceId, orders: orders?.length ?? 0, now }),
    storage: await diagnoseStorage(sql, { state, fault }),
    scopes: (await Promise.all(diagnosed)).filter((scope) => scope !== null),
  };
}

/** A damaged or locked database is reported, and the rest is collected nevertheless. */
async function orFault<Fact>(read: () => Promise<Fact>): Promise<Fact | null> {
  try {
    return await read();
  } catch (fault) {
    if (fault instanceof SqlFault) return null;
    throw fault;
  }
}

/** Tries to write: a full disk still answers reads. */
async function writeFault(sql: Sql): Promise<SqlFaultKind | null> {
  try {
    await sql.write([{ sql: `update device_metadata set schema_version = schema_version` }]);
    return null;
  } catch (fault) {
    if (fault instanceof SqlFault) return fault.kind;
    throw fault;
  }
}

function appOf(app: DevicePartContext["running"]["core"]["app"]): DiagnosedApp {
  return {
    appVersion: versionOrNull(app.appVersion),
    buildNumber: app.buildNumber,
    platform: knownOrOther(app.platform, PLATFORMS),
    osVersion: versionOrNull(app.osVersion),
  };
}

function deviceOf(state: DeviceState | null, known: KnownDevice): DiagnosedDevice {
  const lastSyncAt = state?.lastSyncAt ?? null;
  return {
    surface: known.surface,
    session: state?.session ?? null,
    connection: state?.connection ?? null,
    deviceId: idOrNull(known.deviceId),
    sinceLastSyncMs: lastSyncAt === null ? null : known.now - lastSyncAt,
    openPurgeOrders: known.orders,
  };
}

interface KnownDevice {
  readonly surface: string;
  readonly deviceId: string | null;
  readonly orders: number;
  readonly now: number;
}
