import { payloadChecksum } from "../../../contract/canonical-form.ts";
import { webCryptoAes } from "../../../device/adapters/web-crypto/web-crypto-aes.ts";
import { webCryptoDigest } from "../../../device/adapters/web-crypto/web-crypto-digest.ts";
import { makeChanges } from "../../../device/changes.ts";
import type { Core } from "../../../device/core.ts";
import type { LaneReads } from "../../../device/lanes/crew.ts";
import { type Lanes, makeLanes } from "../../../device/lanes/run-lanes.ts";
import { checkLaw } from "../../../device/lanes/verdicts/check-law.ts";
import type { Http } from "../../../device/ports/http.ts";
import type { SignIn } from "../../../device/ports/sign-in.ts";
import type { Row, Sql } from "../../../device/ports/sql.ts";
import type { Vault } from "../../../device/ports/vault.ts";
import { makeSession } from "../../../device/session/make-session.ts";
import type { Session } from "../../../device/session/types.ts";
import { sealedRows } from "../../../device/store/sealed-rows.ts";
import { TABLES } from "../../../device/store/tables.ts";
import { makeDrawnRandom } from "../../../device/testing/drawn-random.ts";
import { type FakeNetwork, makeFakeNetwork } from "../../../device/testing/fake-network.ts";
import { makeMemoryDisk, type MemoryDisk } from "../../../device/testing/memory-sql.ts";
import { makeMemoryVault } from "../../../device/testing/memory-vault.ts";
import { makeVirtualClock, type VirtualClock } from "../../../device/testing/virtual-clock.ts";
import { type FakeApi, makeFakeApi } from "./fake-api.ts";

const WORKSPACE_ID = "018f0000-0000-7000-8000-0000000000aa";

/** A signed-in phone with one scope, in memory. The test controls its time, network and server. */
export async function buildDeviceStage(options: StageOptions = {}): Promise<DeviceStage> {
  const clock = makeVirtualClock();
  const api = makeFakeApi();
  const network = makeFakeNetwork(options.answer ?? ((request) => api.answer(request)));
  const disk = makeMemoryDisk();
  const vault = makeMemoryVault();
  const signIn = options.signIn ?? { renew: async () => newTokens() };
  const open = (sql: Sql) =>
    openProcess({ sql, vault, clock, http: network, signIn, seed: options.seed ?? 1 });
  let process = open(disk.open());
  const stage: DeviceStage = {
    api,
    network,
    clock,
    disk,
    vault,
    get core() {
      return process.core;
    },
    get session() {
      return process.session;
    },
    get lanes() {
      return process.lanes;
    },
    get sql() {
      return process.core.ports.sql;
    },
    async addScope(scopeId = crypto.randomUUID()) {
      await stage.sql.write([
        {
          sql: `insert into cache_scope (scope_id, scope_type, workspace_id, relationship_id, status, cache_key, queue_key)
            values (?, 'RELATIONSHIP', ?, ?, 'ACTIVE', ?, ?)`,
          params: [scopeId, WORKSPACE_ID, scopeId, `cache/${scopeId}`, `queue/${scopeId}`],
        },
      ]);
      return scopeId;
    },
    queue: (scopeId, given) => queueOperation(process.core, scopeId, given),
    async operation(id) {
      const [row] = await stage.sql.read({
        sql: "select * from sync_operation where client_operation_id = ?",
        params: [id],
      });
      if (row === undefined) throw new Error(`The device never queued ${id}`);
      return row;
    },
    async scope(scopeId) {
      const [row] = await stage.sql.read({
        sql: "select * from cache_scope where scope_id = ?",
        params: [scopeId],
      });
      if (row === undefined) throw new Error(`The device has no scope ${scopeId}`);
      return row;
    },
    rows: (sql, ...params) => stage.sql.read({ sql, params }),
    async settle() {
      process.lanes.wake();
      await process.lanes.idle();
      await requireLaw(stage.sql);
    },
    async drain(mostMs = 24 * 3_600_000) {
      const until = clock.monotonic() + mostMs;
      await stage.settle();
      for (let next = clock.untilNextTimer(); next !== null; next = clock.untilNextTimer()) {
        if (clock.monotonic() + next > until) return;
        clock.advance(next);
        await process.lanes.idle();
      }
      await requireLaw(stage.sql);
    },
    restart() {
      process.lanes.stop();
      process = open(disk.open());
    },
  };
  await stage.sql.write([
    ...TABLES.split(";").flatMap((sql) => (sql.trim() === "" ? [] : [{ sql }])),
    {
      sql: `insert into device_metadata (one, schema_version, app_surface, installation_id)
        values (1, 1, 'CLIENT_MOBILE', ?)`,
      params: [crypto.randomUUID()],
    },
  ]);
  await process.session.signIn(newTokens());
  return stage;
}

/** The parts that a test replaces. */
export interface StageOptions {
  readonly seed?: number;
  readonly signIn?: SignIn;
  /** Stands in for the server instead of the fake one. */
  readonly answer?: Parameters<typeof makeFakeNetwork>[0];
}

/** A phone that a test controls. */
export interface DeviceStage {
  readonly api: FakeApi;
  readonly network: FakeNetwork;
  readonly clock: VirtualClock;
  readonly disk: MemoryDisk;
  readonly vault: Vault;
  readonly core: Core;
  readonly session: Session;
  readonly lanes: Lanes;
  readonly sql: Sql;
  /** Adds a scope and returns its id. */
  addScope(scopeId?: string): Promise<string>;
  /** Queues an operation as `enqueue` stores it, and returns its id. */
  queue(scopeId: string, given?: QueuedFields): Promise<string>;
  operation(id: string): Promise<Row>;
  scope(scopeId: string): Promise<Row>;
  rows(sql: string, ...params: readonly (string | number)[]): Promise<readonly Row[]>;
  /** Wakes the lanes and waits until nothing can be sent now. */
  settle(): Promise<void>;
  /** Advances the time until no operation waits for a time. */
  drain(mostMs?: number): Promise<void>;
  /** Kills the process and starts the next one on the same disk, with the same vault. */
  restart(): void;
}

/** Fields of a queued operation that matter to a test. */
export interface QueuedFields {
  readonly id?: string;
  readonly operationType?: string;
  readonly payload?: Readonly<Record<string, unknown>>;
  readonly objectId?: string;
  readonly dependsOn?: readonly string[];
  readonly resubmitOf?: string;
  readonly resubmitChain?: readonly string[];
  readonly recordedAt?: number;
}

let signIns = 0;

/** Tokens of a new sign-in or renewal, which live for ten minutes. */
export function newTokens() {
  signIns += 1;
  const accessToken = `access-${signIns}`;
  return { accessToken, refreshToken: `refresh-${signIns}`, expiresInSeconds: 600 };
}

/** Lanes of a stage read nothing. */
export const NO_READS: LaneReads = {
  onConflict: () => undefined,
  beforeRetry: async () => await Promise.resolve(),
};

interface Platform {
  readonly sql: Sql;
  readonly vault: Vault;
  readonly clock: VirtualClock;
  readonly http: Http;
  readonly signIn: SignIn;
  readonly seed: number;
}

function openProcess({ seed, ...platform }: Platform) {
  const random = makeDrawnRandom(seed);
  const core: Core = {
    ports: { ...platform, random, aes: webCryptoAes, digest: webCryptoDigest },
    surface: "CLIENT_MOBILE",
    app: {
      appVersion: "1.0.0",
      buildNumber: 1,
      platform: "IOS",
      osVersion: "19.1",
      locale: () => "de-CH",
      timezone: () => "Europe/Zurich",
    },
    rows: sealedRows({ ...platform, aes: webCryptoAes }),
    changes: makeChanges(),
  };
  const session = makeSession(core);
  return { core, session, lanes: makeLanes(core, session, NO_READS) };
}

async function queueOperation(core: Core, scopeId: string, given: QueuedFields = {}) {
  const { sql, clock, digest } = core.ports;
  const id = given.id ?? crypto.randomUUID();
  const payload = given.payload ?? { taskId: given.objectId ?? crypto.randomUUID() };
  const content = {
    payload,
    payloadChecksum: await payloadChecksum(payload, digest),
    metadata: { appVersion: "1.0.0", timezone: "Europe/Zurich", locale: "de-CH" },
  };
  const envelope = await core.rows.seal(`queue/${scopeId}`, `sync_operation/${id}`, content);
  const now = clock.now();
  await sql.write([
    {
      sql: `insert into sync_operation (client_operation_id, scope_id, local_sequence, operation_type, operation_version,
        expected_revision, client_recorded_at, object_id, depends_on, resubmit_of, resubmit_chain, device_ids, status,
        created_at, updated_at, envelope)
        select ?, scope_id, next_sequence, ?, 1, 1, ?, ?, ?, ?, ?,
          (select json_array(coalesce(device_id, 'none')) from device_metadata), 'QUEUED', ?, ?, ?
        from cache_scope where scope_id = ?`,
      params: [
        id,
        given.operationType ?? "quick-log.complete-task",
        given.recordedAt ?? now,
        given.objectId ?? null,
        JSON.stringify(given.dependsOn ?? []),
        given.resubmitOf ?? null,
        JSON.stringify(given.resubmitChain ?? []),
        now,
        now,
        envelope,
        scopeId,
      ],
      changes: 1,
    },
    {
      sql: "update cache_scope set enqueued = enqueued + 1, next_sequence = next_sequence + 1 where scope_id = ?",
      params: [scopeId],
    },
  ]);
  return id;
}

async function requireLaw(sql: Sql): Promise<void> {
  for (const { scope_id: scopeId } of await sql.read({ sql: "select scope_id from cache_scope" })) {
    const breach = await checkLaw(sql, String(scopeId));
    if (breach !== null)
      throw new Error(`The law of the queue is broken: ${JSON.stringify(breach)}`);
  }
}
