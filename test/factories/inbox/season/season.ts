import { randomUUID } from "node:crypto";
import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { settleSources } from "../../../../activities/inbox/settle-sources.ts";
import type { AdmissionDeps } from "../../../../activities/sync/admission/admission.ts";
import { SOURCE_KINDS } from "../../../../contract/inbox/source-vocabulary.ts";
import { UNRESOLVED_STATUSES } from "../../../../contract/inbox/vocabulary.ts";
import { planContentSchema } from "../../../../contract/plans/content-schema.ts";
import { CoachTask } from "../../../../db/inbox/coach-task.ts";
import { transact } from "../../../../db/platform/transactions/transact.ts";
import { buildAgendaOwner } from "../../agenda/agenda-owner.ts";
import { buildFormVersion } from "../../forms/assigned-forms.ts";
import { formOf } from "../../forms/forms.ts";
import { buildCoach, type BuiltCoach } from "../../accounts/identity.ts";
import { type AgendaOwner, buildAssignment, planBodies } from "../../plans/plans.ts";
import { type Behaviour, behaviourAt } from "./behaviours.ts";
import { setClock } from "../../set-clock.ts";
import { settlementDeps } from "../../sync/settlement.ts";
import { admissionDeps, buildDevice } from "../../sync/sync.ts";

export const [MINUTE_MS, DAY_MS] = [60_000, 86_400_000];
const HOUR_MS = 3_600_000;
/** A Monday. Clients live in UTC; their coach lives in Berlin, whose clocks go forward in the fourth week. */
export const BEGUN = Date.parse("2027-03-01T00:00:00.000Z");

/** A client, and the facts about them, without reading the inbox. */
export interface SeasonClient extends AgendaOwner {
  readonly clientUserId: string;
  readonly deviceId: string;
  readonly place: number;
  readonly behaviour: Behaviour;
  readonly conversationId: string;
  /** A message has no reply yet. */
  waits: boolean;
  /** A check-in that they fill in a day late. */
  late: string | null;
  /** The last local date that a coach has reviewed, and the instant of the review. */
  reviewed: { readonly localDate: string; readonly at: Date } | null;
  status: "ACTIVE" | "PAUSED" | "ENDED" | "LEAVING" | "DELETED";
  /** Day of the season on which a pause is over, or the account is gone. */
  until: number;
}

/** Kinds of deeds, counted over the season. */
export const DEEDS = [
  "pain",
  "message",
  "check-in late",
  "check-in missed",
  "reviewed day",
  "snoozed",
  "left for later",
  "resolved late",
  "dismissed in bulk",
  "undone",
  "paused",
  "resumed",
  "ended",
  "deleted",
] as const;
type Deed = (typeof DEEDS)[number];

/** A season of one workspace, as far as it has been played. */
export interface Season {
  readonly em: SqlEntityManager;
  readonly seed: number;
  readonly coach: BuiltCoach;
  readonly clients: readonly SeasonClient[];
  readonly admission: AdmissionDeps;
  readonly settling: ReturnType<typeof settlementDeps>;
  readonly deeds: Map<Deed, number>;
  /** Sets the product's clock to an hour of a day of the season. */
  readonly clockAt: (day: number, hours: number) => Promise<void>;
}

/** How many clients live concurrently. */
const AT_ONCE = 4;

/** Builds a coach, and clients with daily tasks and a weekly form. */
export async function beginSeason(
  em: SqlEntityManager,
  stage: {
    readonly ownerUrl: string;
    readonly clients: number;
    readonly seed: number;
    /** The behaviour of each client; by default by the table. */
    readonly behaviour?: Behaviour;
  },
): Promise<Season> {
  const { ownerUrl, seed } = stage;
  await setClock(ownerUrl, new Date(BEGUN - DAY_MS));
  const coach = await buildCoach(em);
  const content = formOf({ kind: "TEXT" });
  const formVersionId = await buildFormVersion(em, coach.workspaceId, content);
  const clients: SeasonClient[] = [];
  for (let place = 0; place < stage.clients; place += 1)
    clients.push(
      await beginClient(em, {
        coach,
        place,
        formVersionId,
        behaviour: stage.behaviour ?? behaviourAt(place),
      }),
    );
  return {
    em,
    seed,
    coach,
    clients,
    admission: admissionDeps(em),
    settling: settlementDeps(em),
    deeds: new Map(),
    clockAt: (day, hours) => setClock(ownerUrl, new Date(BEGUN + day * DAY_MS + hours * HOUR_MS)),
  };
}

const WEEKDAYS = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"] as const;

async function beginClient(
  em: SqlEntityManager,
  client: Pick<SeasonClient, "place" | "behaviour"> & {
    readonly coach: BuiltCoach;
    readonly formVersionId: string;
  },
): Promise<SeasonClient> {
  const { coach, place, behaviour, formVersionId } = client;
  const owner = await buildAgendaOwner(em, { coach, timezone: "UTC" });
  await buildAssignment(em, owner, planBodies.habit);
  await buildAssignment(em, owner, planBodies.meal);
  const rrule = `FREQ=WEEKLY;BYDAY=${WEEKDAYS[place % WEEKDAYS.length] ?? ""}`;
  const weekly = { kind: "CHECK_IN", title: "How was it", recurrence: { rrule }, formVersionId };
  await buildAssignment(em, owner, planContentSchema.parse(weekly));
  return {
    ...owner,
    place,
    behaviour,
    deviceId: await buildDevice(em, owner.clientUserId),
    conversationId: randomUUID(),
    waits: false,
    late: null,
    reviewed: null,
    status: "ACTIVE",
    until: 0,
  };
}

/** Counts a deed. */
export function note({ deeds }: Season, deed: Deed, times = 1): void {
  deeds.set(deed, (deeds.get(deed) ?? 0) + times);
}

/** Local date of a day of the season, in UTC. */
export const dateOf = (day: number): string =>
  new Date(BEGUN + day * DAY_MS).toISOString().slice(0, 10);

/** Runs work for each client, some concurrently, each after its predecessor in the same row. */
export async function forEachClient(
  { clients }: Season,
  does: (client: SeasonClient) => Promise<void>,
): Promise<void> {
  const rows = Array.from({ length: AT_ONCE }, (_, row) =>
    clients.filter(({ place }) => place % AT_ONCE === row),
  );
  await Promise.all(
    rows.map(async (row) => {
      for (const client of row) await does(client);
    }),
  );
}

/** Does the relay's work of a minute: the inbox scans every client with a new event. */
export async function hear(
  { em }: Season,
  clients: readonly SeasonClient[],
  kinds: readonly (typeof SOURCE_KINDS)[number][] = SOURCE_KINDS,
): Promise<number> {
  const relationshipIds = clients.map(({ relationshipId }) => relationshipId);
  return await transact(em, (tx) =>
    settleSources(tx, {
      relationshipIds,
      kinds,
      oldestDate: null,
      causes: new Map(),
      requestId: null,
    }),
  );
}

/** The open tasks of the inbox, in the order of its rows, snoozed or not. */
export const unresolvedOf = ({ em, coach: { workspaceId } }: Season): Promise<CoachTask[]> =>
  em
    .fork()
    .find(
      CoachTask,
      { workspaceId, status: { $in: [...UNRESOLVED_STATUSES] } },
      { orderBy: { urgent: "desc", priorityScore: "desc", dueOrder: "asc", id: "asc" } },
    );
