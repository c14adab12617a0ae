import type { Tokens } from "../../../../device/ports/sign-in.ts";
import { makeDrawnRandom } from "../../../../device/testing/drawn-random.ts";
import type { Surface } from "../../../../device/types.ts";
import { actOnRowElsewhere, layRows, workspaceOf } from "./inbox-rows.ts";
import type { ModelServer } from "./model-server.ts";
import { actElsewhere } from "./judge-operation.ts";
import { layForm, saveElsewhere } from "./forms.ts";
import { orderPurge } from "./purge-orders.ts";
import { answerRequest } from "./routes.ts";
import { submitElsewhere } from "./workouts.ts";
import { ELSEWHERE } from "../types.ts";
import { makeWitness } from "./witness.ts";
import type { PersonName, Relationship, ServerDevice, Stored } from "./types.ts";

/**
 * A server in memory with the product's own schemas and rules, which a history lets pause, end, revoke, forget and
 * answer provisionally. Its clock is right, whatever the phone's clock does.
 */
export function makeServer(seed: number, surface: Surface, elapsed: () => number): ModelServer {
  const { uuid } = makeDrawnRandom(seed);
  const live = new Map<string, PersonName>();
  let backup: Stored | null = null;
  let sessions = 0;
  const server: ModelServer = {
    stored: {
      relationships: new Map(),
      devices: new Map(),
      orders: new Map(),
      registrations: new Map(),
    },
    surface,
    epoch: 1,
    suspended: new Set(),
    unreadable: new Set(),
    crashing: new Set(),
    provisional: new Map(),
    witness: makeWitness(),
    uuid,
    now: () => new Date(STARTS_AT + elapsed()),
    answer: async (request) => await answerRequest(server, request),
    personOf(token) {
      const [session = "", expiresAt] = token.split("|");
      return Number(expiresAt) > elapsed() ? (live.get(session) ?? null) : null;
    },
    signIn(person) {
      sessions += 1;
      const session = `${person}${sessions}`;
      live.set(session, person);
      return tokensOf(session);
    },
    renew: (refreshToken) => (live.has(refreshToken) ? tokensOf(refreshToken) : "LOST"),
    endSession: (session) => void live.delete(session),
    endSessions(person) {
      for (const [session, whose] of live) if (whose === person) live.delete(session);
      for (const device of devicesOf(server, person)) revoke(device);
    },
    revokeDevices(person) {
      for (const device of devicesOf(server, person)) revoke(device);
    },
    relationshipOf: (person) => server.relationshipsOf(person)[0],
    relationshipsOf: (person) =>
      [...server.stored.relationships.values()].filter(
        (one) => one.person === person && one.status !== "ENDED",
      ),
    begin(person) {
      const id = uuid();
      // A coach has one workspace.
      const workspaceId = surface === "COACH_MOBILE" ? workspaceOf(person) : uuid();
      const begun: Relationship = {
        id,
        workspaceId,
        person,
        status: "ACTIVE",
        changes: 0,
        restoredAt: null,
        tasks: new Map(),
        receipts: new Map(),
        past: new Map(),
        packages: new Map(),
        sessions: new Map(),
        conflicts: new Map(),
        forms: new Map(),
        imports: new Map(),
        rows: new Map(),
      };
      server.stored.relationships.set(id, begun);
      if (surface === "COACH_MOBILE") layRows(begun, uuid);
      else layForm(begun, uuid());
    },
    end(person) {
      const relationship = server.relationshipOf(person);
      if (relationship === undefined) return;
      relationship.status = "ENDED";
      server.witness.ended.add(relationship.id);
      server.witness.orderedPurges.add(person);
      const devices = [...server.stored.devices.values()].filter((one) => one.person === person);
      for (const device of devices)
        orderPurge(server.stored, device, {
          trigger: "RELATIONSHIP_END",
          relationship,
          now: server.now(),
          uuid,
        });
    },
    actElsewhere(person, { nth, isSkip }) {
      if (surface === "COACH_MOBILE") {
        actOnRowElsewhere(server.relationshipsOf(person), { nth, isSkip, now: server.now() });
        return;
      }
      const relationship = server.relationshipOf(person);
      if (relationship === undefined) return;
      const act = { receiptId: uuid(), now: server.now(), isSkip };
      if (actAsOtherPhone(relationship, nth, act)) relationship.changes += 1;
    },
    backUp() {
      backup = structuredClone(server.stored);
    },
    restore() {
      if (backup === null) return;
      server.stored = structuredClone(backup);
      server.epoch += 1;
      for (const one of server.stored.relationships.values()) one.restoredAt = server.now();
    },
  };
  return server;

  function tokensOf(session: string): Tokens {
    const accessToken = `${session}|${elapsed() + TOKEN_MS}${TOKEN_MARK}`;
    return { accessToken, refreshToken: session, expiresInSeconds: TOKEN_MS / 1_000 };
  }

  function revoke(device: ServerDevice): void {
    device.isActive = false;
    server.witness.orderedPurges.add(device.person);
    const trigger = "DEVICE_REVOCATION";
    orderPurge(server.stored, device, { trigger, now: server.now(), uuid });
  }
}

/** @returns whether something of the relationship's day has changed. */
function actAsOtherPhone(relationship: Relationship, nth: number, act: OtherAct): boolean {
  if (nth === ELSEWHERE.FORM) saveElsewhere(relationship, act.now);
  if (nth === ELSEWHERE.WORKOUT) return submitElsewhere(relationship, act);
  const tasks = [...relationship.tasks.values()];
  const task = tasks[nth % Math.max(1, tasks.length)];
  return nth < ELSEWHERE.WORKOUT && task !== undefined && actElsewhere(task, act);
}

type OtherAct = Parameters<typeof actElsewhere>[1];

const STARTS_AT = Date.parse("2026-01-05T08:00:00.000Z");
const TOKEN_MS = 600_000;
/** The end of each access token. Encrypted bytes do not contain it by chance. */
export const TOKEN_MARK = "|access-token";

function devicesOf({ stored }: ModelServer, person: PersonName): ServerDevice[] {
  return [...stored.devices.values()].filter((one) => one.person === person && one.isActive);
}
