import { createHash } from "node:crypto";
import { webCryptoAes } from "../../../device/adapters/web-crypto/web-crypto-aes.ts";
import { webCryptoDigest } from "../../../device/adapters/web-crypto/web-crypto-digest.ts";
import { openDevice } from "../../../device/open-device.ts";
import type { HttpOutcome, HttpRequest } from "../../../device/ports/http.ts";
import type { Row, Sql } from "../../../device/ports/sql.ts";
import { makeDrawnRandom } from "../../../device/testing/drawn-random.ts";
import { makeMemoryDisk, type MemoryDisk } from "../../../device/testing/memory-sql.ts";
import { makeMemoryVault } from "../../../device/testing/memory-vault.ts";
import { makeVirtualClock, type VirtualClock } from "../../../device/testing/virtual-clock.ts";
import type { Device, Surface } from "../../../device/types.ts";
import type { CoachTaskItem } from "../../../device/wire/inbox-types.ts";
import { type FakeApi, makeFakeApi, problem, success } from "./fake-api.ts";

/** A coach with some clients, their phone, and a server whose answers a test controls. */
export interface CoachWorld {
  readonly api: FakeApi;
  readonly disk: MemoryDisk;
  readonly clock: VirtualClock;
  isOnline: boolean;
  /** Relationships that the server lists, in its order. */
  clients: FakeClient[];
  /** Rows of the inbox that the server lists, in its order. Each test-made change is one for the changes too. */
  tasks: CoachTaskItem[];
  /** Steps of the history of each row, beyond its creation. */
  histories: Map<string, readonly object[]>;
  /** Purge orders that the server has for this device. */
  orders: readonly object[];
  /** Paths without query, in order. */
  readonly log: string[];
  /** SQL statements since the last `countFrom`. */
  readonly statements: string[];
  /** Answers instead of the server; null passes the request on to it. */
  intercept: (request: HttpRequest) => Promise<HttpOutcome | null> | HttpOutcome | null;
  /** Starts the app on the existing disk, after the former process died. */
  open(surface?: Surface): Promise<Device>;
  signedIn(): Promise<Device>;
  /** An order for the newest device. */
  order(changes?: object): object;
  rows(sql: string): Promise<readonly Row[]>;
}

/** A client as the server lists them. */
export interface FakeClient {
  readonly relationshipId: string;
  readonly name: string;
  status: string;
}

const COACH_ID = "018f0000-0000-7000-8000-0000000000c0";
export const WORKSPACE_ID = "018f0000-0000-7000-8000-0000000000aa";
export const TOKENS = {
  accessToken: "coach-access",
  refreshToken: "coach-refresh",
  expiresInSeconds: 600,
};

/** A phone that the coach has not signed in on. */
export function makeCoachWorld(clientCount = 2): CoachWorld {
  let sql: Sql | null = null;
  let seed = 1_000;
  const world: CoachWorld = {
    api: makeFakeApi(),
    disk: makeMemoryDisk(),
    clock: makeVirtualClock(),
    isOnline: true,
    clients: Array.from({ length: clientCount }, (_, at) => clientOf(at + 1)),
    tasks: [],
    histories: new Map(),
    orders: [],
    log: [],
    statements: [],
    intercept: () => null,
    async open(surface = "COACH_MOBILE") {
      sql = world.disk.open();
      seed += 1;
      return await openDevice({
        surface,
        app: APP,
        ports: {
          sql: counted(sql, world.statements),
          vault,
          aes: webCryptoAes,
          digest: webCryptoDigest,
          http: { send: async (request) => await answer(world, request) },
          signIn: { renew: async () => TOKENS },
          clock: world.clock,
          random: makeDrawnRandom(seed),
        },
      });
    },
    async signedIn() {
      const device = await world.open();
      const outcome = await device.signIn(TOKENS);
      if (outcome !== "SIGNED_IN") throw new Error(`The sign-in ended as ${outcome}`);
      return device;
    },
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
  const vault = makeMemoryVault();
  return world;
}

/** The id of the nth client's relationship, from 1. */
export function relationshipId(nth: number): string {
  return `018f0000-0000-7000-8000-${String(nth).padStart(12, "0")}`;
}

function clientOf(nth: number): FakeClient {
  return { relationshipId: relationshipId(nth), name: `Client ${nth}`, status: "ACTIVE" };
}

/** A row of the inbox about the nth client, by default a missed check-in. */
export function taskOf(
  taskId: string,
  nth = 1,
  changes: Partial<CoachTaskItem> = {},
): CoachTaskItem {
  return {
    taskId,
    revision: 1,
    taskType: "MISSED_CHECK_IN",
    status: "OPEN",
    severity: "NORMAL",
    score: { total: 40, base: 40, severity: 0, due: 0, client: 0, pin: 0 },
    client: {
      relationshipId: relationshipId(nth),
      userId: `user-of-client-${nth}`,
      displayName: `Client ${nth}`,
      status: "ACTIVE",
      timezone: "Europe/Zurich",
    },
    dueAt: null,
    snoozedUntil: null,
    snoozePreset: null,
    undoUntil: null,
    wakeReason: null,
    occurrenceCount: 1,
    lastOccurrenceAt: AT,
    unread: true,
    createdAt: AT,
    updatedAt: AT,
    resolvedAt: null,
    summary: { code: "CHECK_INS_MISSED", counts: { occurrences: 1 } },
    coachUserId: COACH_ID,
    assignedCoach: null,
    goalAt: null,
    related: null,
    facts: null,
    sentence: null,
    why: {
      code: "CHECK_INS_MISSED",
      sentence: "Check-ins were missed since the last one that came.",
    },
    closes: { code: "CHECK_IN_SUBMITTED", sentence: "Closes when a check-in is submitted." },
    mayOpen: true,
    route: null,
    actions: ["START", "RESOLVE", "DISMISS", "SNOOZE", "PIN", "ASSIGN"],
    ...changes,
  };
}

const AT = "2026-01-05T07:00:00.000Z";

const APP = {
  appVersion: "1.0.0",
  buildNumber: 1,
  platform: "IOS",
  osVersion: "19.1",
  locale: () => "en",
  timezone: () => "Europe/Zurich",
} as const;

/** Records each statement of a database. */
function counted(sql: Sql, statements: string[]): Sql {
  return {
    async read(statement) {
      statements.push(statement.sql);
      return await sql.read(statement);
    },
    async write(all) {
      statements.push(...all.map((one) => one.sql));
      return await sql.write(all);
    },
    close: async () => await sql.close(),
  };
}

async function answer(world: CoachWorld, request: HttpRequest): Promise<HttpOutcome> {
  const [path = "", query = ""] = request.path.split("?");
  world.log.push(path);
  const intercepted = await world.intercept(request);
  if (intercepted !== null) return intercepted;
  if (!world.isOnline) return { kind: "SILENCE", reason: "UNREACHABLE" };
  if (path === "/api/v1/auth/me") return success(ME);
  if (path === "/api/v1/auth/logout") return success({ purgeOrders: world.orders });
  if (path.endsWith("/purge-orders/find")) return success({ items: world.orders });
  if (path.endsWith("/ack")) return success({});
  if (path.endsWith("/relationships")) return success(pageOf(world, new URLSearchParams(query)));
  if (path.includes("/coach-tasks")) return inboxAnswer(world, path, new URLSearchParams(query));
  if (request.method === "GET" && path.endsWith("/sync"))
    return success({ serverCursor: "cursor", scopeState: "ACTIVE", receipts: [], slices: [] });
  return await world.api.answer(request);
}

const ME = {
  user: { userId: COACH_ID, displayName: "Coach" },
  workspace: { workspaceId: WORKSPACE_ID, name: "Practice", status: "ACTIVE", role: "OWNER" },
  workspaces: [{ workspaceId: WORKSPACE_ID, name: "Practice", status: "ACTIVE", role: "OWNER" }],
  coachProfile: { publicHandle: null, bio: null, timezone: "Europe/Zurich", locale: "en" },
};

/** Pages of a hundred, as the server sends them. */
function pageOf({ clients }: CoachWorld, query: URLSearchParams) {
  const from = Number(query.get("cursor") ?? 0);
  const shown = clients.slice(from, from + 100);
  return {
    items: shown.map(({ relationshipId: id, name, status }) => ({
      relationshipId: id,
      clientUserId: `user-of-${id}`,
      clientDisplayName: name,
      coachUserId: COACH_ID,
      status,
      timezone: "Europe/Zurich",
      startedAt: AT,
      endedAt: null,
    })),
    nextCursor: from + 100 < clients.length ? String(from + 100) : null,
  };
}

/** The list, its counts, its changes and single rows. The cursor differs if the list does. */
function inboxAnswer(world: CoachWorld, path: string, query: URLSearchParams): HttpOutcome {
  const unresolved = world.tasks.filter(({ status }) => UNRESOLVED.includes(status));
  const cursor = createHash("sha256").update(JSON.stringify(unresolved)).digest("hex");
  if (path.endsWith("/changes")) {
    if (query.get("since") === cursor)
      return success({ reload: false, taskIds: [], removedIds: [], counts: null, cursor });
    return success({ reload: true, taskIds: [], removedIds: [], counts: countsOf(world), cursor });
  }
  if (path.endsWith("/summary")) return success(countsOf(world));
  if (path.endsWith("/coach-tasks")) {
    const from = Number(query.get("cursor") ?? 0);
    return success({
      items: unresolved.slice(from, from + 100),
      nextCursor: from + 100 < unresolved.length ? String(from + 100) : null,
      changesCursor: from === 0 ? cursor : null,
    });
  }
  const task = world.tasks.find(({ taskId }) => path.endsWith(`/${taskId}`));
  if (task === undefined) return problem({ code: "NOT_FOUND" });
  const timeline = [
    { type: "created", at: AT, actor: { kind: "SYSTEM", userId: null }, ...UNRESOLVED_STEP },
    ...(world.histories.get(task.taskId) ?? []),
  ];
  return success({ ...task, timeline, note: null, occurrences: [], resolutionType: null });
}

const UNRESOLVED: readonly string[] = ["OPEN", "IN_PROGRESS", "SNOOZED"];
const UNRESOLVED_STEP = { resolutionType: null, reopenReason: null };

function countsOf({ tasks }: CoachWorld) {
  const count = (status: string) => tasks.filter((task) => task.status === status).length;
  const open = count("OPEN");
  const inProgress = count("IN_PROGRESS");
  return {
    open,
    inProgress,
    overdue: 0,
    dueToday: 0,
    highSeverity: 0,
    snoozed: count("SNOOZED"),
    badge: open + inProgress,
    byType: [],
    unread: open,
  };
}
