import { DatabaseSync } from "node:sqlite";
import { nodeSqlite } from "../../../device/adapters/node/node-sqlite.ts";
import { sqlOverSqlite } from "../../../device/adapters/sqlite/sql-over-sqlite.ts";
import { checkLaw } from "../../../device/lanes/verdicts/check-law.ts";
import { openDevice } from "../../../device/open-device.ts";
import type { Clock } from "../../../device/ports/clock.ts";
import type { HttpRequest } from "../../../device/ports/http.ts";
import { type Row, type Sql, SqlFault } from "../../../device/ports/sql.ts";
import type { Aes } from "../../../device/ports/vault.ts";
import { makeDrawnRandom } from "../../../device/testing/drawn-random.ts";
import type { VirtualClock } from "../../../device/testing/virtual-clock.ts";
import type { Device, Surface } from "../../../device/types.ts";
import type { FaultyNetwork } from "./faulty-network.ts";
import { makeNodeVault, nodeDigest, type NodeVault } from "./node-crypto.ts";
import type { ModelServer } from "./server/model-server.ts";

/**
 * A phone whose process may die around each of its effects: a write, a change of the vault, or a request. A dead
 * process does nothing more, and no call of it ever returns. After each transaction the law of the queue is checked.
 */
export function makePhone({ surface, clock, network, server, aes, seed }: PhoneParts): Phone {
  const database = new DatabaseSync(":memory:", { enableForeignKeyConstraints: true });
  const disk = sqlOverSqlite({ ...nodeSqlite(database), close: () => undefined });
  const vault = makeNodeVault();
  let life: Life = { isAlive: false, timers: new Set() };
  let starts = 0;
  const phone: Phone = {
    vault,
    build: 1,
    isFull: false,
    death: null,
    breaches: [],
    isAlive: () => life.isAlive,
    kill: () => end(life),
    async rows(sql) {
      return await disk.read({ sql });
    },
    async start() {
      end(life);
      life = { isAlive: true, timers: new Set() };
      starts += 1;
      phone.death = null;
      const own = life;
      return await openDevice({
        surface,
        app: { ...APP, appVersion: `1.0.${phone.build}`, buildNumber: phone.build },
        ports: {
          sql: mortalSql(own),
          vault: mortalVault(own),
          aes,
          digest: nodeDigest,
          http: { send: async (request) => await effect(own, () => send(request)) },
          signIn: { renew: async (token) => await effect(own, () => renew(token)) },
          clock: mortalClock(own),
          random: makeDrawnRandom(seed * 1_000 + starts),
        },
      });
    },
  };
  return phone;

  function end(ended: Life): void {
    ended.isAlive = false;
    for (const cancel of ended.timers) cancel();
  }

  /** Runs an effect of a process, unless the process dies around it. */
  async function effect<Result>(own: Life, run: () => Promise<Result>): Promise<Result> {
    if (!own.isAlive) return await never();
    const death = phone.death;
    if (death === null) return await outlive(own, await run());
    death.nth -= 1;
    if (death.nth > 0) return await outlive(own, await run());
    phone.death = null;
    if (death.when === "BEFORE") end(own);
    else {
      const running = run();
      end(own);
      await running;
    }
    return await never();
  }

  /** A dead process learns no result. */
  async function outlive<Result>(own: Life, result: Result): Promise<Result> {
    return own.isAlive ? result : await never();
  }

  function mortalSql(own: Life): Sql {
    return {
      async read(statement) {
        if (!own.isAlive) return await never();
        return await disk.read(statement);
      },
      write: async (statements) =>
        await effect(own, async () => {
          if (phone.isFull) throw new SqlFault("FULL", "A history filled the disk.");
          const changed = await disk.write(statements);
          await requireLaw();
          return changed;
        }),
      close: async () => undefined,
    };
  }

  async function requireLaw(): Promise<void> {
    for (const { scope_id: scopeId } of await disk.read({
      sql: "select scope_id from cache_scope",
    })) {
      const breach = await checkLaw(disk, String(scopeId));
      if (breach !== null) phone.breaches.push(`the law is broken: ${JSON.stringify(breach)}`);
    }
  }

  function mortalVault(own: Life): NodeVault {
    return {
      ...vault,
      makeKey: async (name) => (own.isAlive ? await vault.makeKey(name) : await never()),
      write: async (name, secret) => await effect(own, () => vault.write(name, secret)),
      remove: async (name) => await effect(own, () => vault.remove(name)),
      removeKey: async (name) => await effect(own, () => vault.removeKey(name)),
    };
  }

  function mortalClock(own: Life): Clock {
    return {
      now: () => clock.now(),
      monotonic: () => clock.monotonic(),
      after(ms, callback) {
        if (!own.isAlive) return () => undefined;
        const cancel = clock.after(ms, () => {
          own.timers.delete(cancel);
          callback();
        });
        own.timers.add(cancel);
        return cancel;
      },
    };
  }

  async function send(request: HttpRequest) {
    return await network.send(request);
  }

  async function renew(refreshToken: string) {
    return network.isUp ? server.renew(refreshToken) : "SILENT";
  }
}

export interface PhoneParts {
  readonly surface: Surface;
  readonly clock: VirtualClock;
  readonly network: FaultyNetwork;
  readonly server: ModelServer;
  readonly aes: Aes;
  readonly seed: number;
}

/** A phone: its disk and vault outlive its processes. */
export interface Phone {
  readonly vault: NodeVault;
  /** The build of the app that starts next. */
  build: number;
  isFull: boolean;
  /** The effect, counted from 1, around which the process dies. */
  death: { nth: number; readonly when: "BEFORE" | "AFTER" } | null;
  /** Things that the library did and must never do. */
  readonly breaches: string[];
  isAlive(): boolean;
  kill(): void;
  rows(sql: string): Promise<readonly Row[]>;
  /** Starts the app anew; a process that still runs dies. */
  start(): Promise<Device>;
}

interface Life {
  isAlive: boolean;
  readonly timers: Set<() => void>;
}

const APP = {
  platform: "ANDROID",
  osVersion: "16",
  locale: () => "en",
  timezone: () => "UTC",
} as const;

async function never(): Promise<never> {
  return await new Promise(() => undefined);
}
