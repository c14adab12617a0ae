import { webCryptoAes } from "../../../device/adapters/web-crypto/web-crypto-aes.ts";
import { webCryptoDigest } from "../../../device/adapters/web-crypto/web-crypto-digest.ts";
import { openDevice } from "../../../device/open-device.ts";
import type { Connection } from "../../../device/ports/connection.ts";
import type { HttpOutcome, HttpRequest } from "../../../device/ports/http.ts";
import type { Row, Sql } from "../../../device/ports/sql.ts";
import type { Vault } from "../../../device/ports/vault.ts";
import { makeDrawnRandom } from "../../../device/testing/drawn-random.ts";
import { makeMemoryFiles, type MemoryFiles } from "../../../device/testing/memory-files.ts";
import { makeMemoryDisk, type MemoryDisk } from "../../../device/testing/memory-sql.ts";
import { makeMemoryVault } from "../../../device/testing/memory-vault.ts";
import { makeVirtualClock, type VirtualClock } from "../../../device/testing/virtual-clock.ts";
import type { Device, Scope } from "../../../device/types.ts";
import { type FakeApi, makeFakeApi, problem, success } from "./fake-api.ts";

/** Two persons, one phone, and a server whose answers a test controls. */
export interface DeviceWorld {
  readonly api: FakeApi;
  disk: MemoryDisk;
  readonly files: MemoryFiles;
  readonly clock: VirtualClock;
  vault: Vault;
  /** The network as the platform describes it; undefined if it does not. */
  connection: Connection | undefined;
  /** The time zone that the platform reports. */
  timezone: string;
  isOnline: boolean;
  /** Whether the provider renews tokens. */
  renews: boolean;
  /** Whether acknowledgements of purge orders arrive. */
  acknowledges: boolean;
  /** Purge orders in the answer of a sign-out, and to the device's secret. */
  orders: readonly object[];
  today: object;
  /** Paths without query, in order. */
  readonly log: string[];
  /** Answers instead of the server; null passes the request on to it. */
  intercept: (request: HttpRequest) => Promise<HttpOutcome | null> | HttpOutcome | null;
  /** Starts the app on the existing disk, after the former process died. */
  open(): Promise<Device>;
  tokens(person?: "A" | "B"): {
    accessToken: string;
    refreshToken: string;
    expiresInSeconds: number;
  };
  /** An order for the newest device. */
  order(changes?: object): object;
  rows(sql: string): Promise<readonly Row[]>;
}

const RELATIONSHIPS = {
  A: "018f0000-0000-7000-8000-00000000000a",
  B: "018f0000-0000-7000-8000-00000000000b",
};

/** A phone that nobody has signed in on. */
export function makeDeviceWorld(): DeviceWorld {
  let sql: Sql | null = null;
  let seed = 1;
  const world: DeviceWorld = {
    api: makeFakeApi(),
    disk: makeMemoryDisk(),
    files: makeMemoryFiles(),
    clock: makeVirtualClock(),
    vault: makeMemoryVault(),
    connection: undefined,
    timezone: APP.timezone(),
    isOnline: true,
    renews: true,
    acknowledges: true,
    orders: [],
    today: DAY,
    log: [],
    intercept: () => null,
    async open() {
      sql = world.disk.open();
      seed += 1;
      return await openDevice({
        surface: "CLIENT_MOBILE",
        app: { ...APP, timezone: () => world.timezone },
        ports: {
          sql,
          vault: world.vault,
          files: world.files,
          ...(world.connection && { connection: world.connection }),
          aes: webCryptoAes,
          digest: webCryptoDigest,
          http: { send: async (request) => await answer(world, request) },
          signIn: { renew: async () => (world.renews ? world.tokens() : "LOST") },
          clock: world.clock,
          random: makeDrawnRandom(seed),
        },
      });
    },
    tokens: (person = "A") => ({
      accessToken: `${person}-access`,
      refreshToken: `${person}-refresh`,
      expiresInSeconds: 600,
    }),
    order: (changes) => ({
      orderId: "018f0000-0000-7000-8000-0000000000d1",
      deviceId: world.api.devices.at(-1),
      scope: { kind: "ALL", workspaceId: null, relationshipId: null },
      trigger: "LOGOUT",
      queue: "DELETE",
      handedOverTo: null,
      sealedUntil: null,
      orderedAt: "2026-01-05T08:00:00.000Z",
      ...changes,
    }),
    async rows(query) {
      if (sql === null) throw new Error("The app was never started");
      return await sql.read({ sql: query });
    },
  };
  return world;
}

/** The first scope of a device. */
export async function firstScope(device: Device): Promise<Scope> {
  const [scope] = await device.scopes();
  if (scope === undefined) throw new Error("The device shows no scope");
  return scope;
}

/** A tap on a task. */
export const tap = (clientOperationId: string) => ({
  clientOperationId,
  operationType: "today.complete",
  payload: { taskId: `task-of-${clientOperationId}` },
});

const DAY = {
  localDate: "2026-01-05",
  timezone: "Europe/Zurich",
  adherenceSummary: { adherencePercent: null },
  agendaChecksum: "checksum",
  tasks: [],
};

const APP = {
  appVersion: "1.0.0",
  buildNumber: 1,
  platform: "IOS",
  osVersion: "19.1",
  locale: () => "en",
  timezone: () => "Europe/Zurich",
} as const;

async function answer(world: DeviceWorld, request: HttpRequest): Promise<HttpOutcome> {
  const { method } = request;
  const [path = ""] = request.path.split("?");
  world.log.push(path);
  const intercepted = await world.intercept(request);
  if (intercepted !== null) return intercepted;
  if (!world.isOnline) return { kind: "SILENCE", reason: "UNREACHABLE" };
  const person = request.headers["authorization"]?.includes("B-") === true ? "B" : "A";
  if (path === "/api/v1/auth/client-me")
    return success({
      user: { userId: `user-${person}` },
      relationship: { relationshipId: RELATIONSHIPS[person], workspaceId: "workspace" },
    });
  if (path === "/api/v1/auth/logout") return success({ purgeOrders: world.orders });
  if (path.endsWith("/purge-orders/find")) return success({ items: world.orders });
  if (path.endsWith("/ack"))
    return world.acknowledges ? success({}) : problem({ code: "UNAVAILABLE" });
  if (path === "/api/v1/client/today") return success(world.today);
  if (method === "GET" && path.endsWith("/sync"))
    return success({ serverCursor: "cursor", scopeState: "ACTIVE" });
  return await world.api.answer(request);
}
