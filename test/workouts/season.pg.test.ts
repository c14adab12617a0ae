import { expect, test } from "@jest/globals";
import { pino } from "pino";
import { scanDays } from "../../activities/agenda/closing/scan-days.ts";
import { tables } from "../../db/tables.ts";
import { buildAgendaOwner } from "../factories/agenda/agenda-owner.ts";
import { type Draw, drawFrom } from "../factories/draw.ts";
import { scanAllCalendars } from "../factories/agenda/scan-all-calendars.ts";
import { planActs, programContent } from "../factories/plans/plan-acts.ts";
import { setClock } from "../factories/set-clock.ts";
import { settleOf, settlementDeps } from "../factories/sync/settlement.ts";
import { admissionDeps, buildDevice, submit } from "../factories/sync/sync.ts";
import { preparedWorkouts } from "../factories/workouts/prepared-workouts.ts";
import { verdictsOf } from "../factories/sync/verdicts.ts";
import { type BuiltWorkout, type Draft, draftOf, squats } from "../factories/workouts/workouts.ts";
import { campaignSeed, campaignSize } from "../harness/campaign.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { useOrm } from "../harness/use-orm.ts";

/** Weeks of the season; 26 in a campaign. */
const WEEKS = Math.ceil(campaignSize("SEASON_DAYS", 21) / 7);
const SEED = campaignSeed();
const HOUR_MS = 3_600_000;
const WEEK_MS = 7 * 24 * HOUR_MS;
const BEGUN = Date.parse("2027-03-01T12:00:00.000Z");
const { em, ownerUrl } = await useOrm(await useOwnDatabase());
const deps = admissionDeps(em);
const settling = settlementDeps(em);
const log = pino({ level: "silent" });

/** A completed set, as the test's notebook records it. */
interface Noted {
  readonly weight: number;
  readonly reps: number;
}

const someSet = (draw: Draw): Noted => ({ weight: 40 + draw.below(120), reps: 1 + draw.below(15) });

test(
  `in ${WEEKS} weeks with a connection once a week, records and hints match a notebook (--seed ${SEED})`,
  async () => {
    const draw = drawFrom(SEED);
    await setClock(ownerUrl, new Date(BEGUN));
    const owner = await buildAgendaOwner(em);
    const phone = { ...owner, deviceId: await buildDevice(em, owner.clientUserId) };
    await planActs(em).give(owner, programContent(WEEKS + 1));
    const sessions: Session[] = [];
    let waiting: ReturnType<typeof trained>[] = [];
    for (let week = 0; week <= WEEKS; week += 1) {
      const now = BEGUN + week * WEEK_MS;
      await setClock(ownerUrl, new Date(now));
      await scanAllCalendars(em);
      await scanDays({ em, log }, { after: null });
      if (waiting.length > 0) {
        const sent = waiting.map(({ operation }) => operation);
        const { results } = await submit(deps, phone, sent);
        expect(new Set(verdictsOf(results))).toEqual(new Set(["ACCEPTED"]));
        sessions.push(...waiting.map(({ session }) => session));
        const last = draw.pick(waiting).session;
        const { results: corrected } = await submit(deps, phone, [correction(last, draw, now)]);
        expect(verdictsOf(corrected)).toEqual(["ACCEPTED"]);
        await settleOf(settling, phone.deviceId);
        expect(await recordsOf(owner.relationshipId)).toEqual(recount(sessions));
      }
      const [today, next] = (await preparedWorkouts(em, owner.relationshipId)).slice(-2);
      if (today === undefined || next === undefined) break;
      await expectHints(today, sessions);
      waiting = [today, next].map((workout) => trained(workout, draw));
    }
    const { count } = await tables(em.fork())
      .selectFrom("agendaTask")
      .select(({ fn }) => fn.countAll<number>().as("count"))
      .where("relationshipId", "=", owner.relationshipId)
      .where("taskKind", "=", "WORKOUT")
      .where("status", "=", "COMPLETED")
      .executeTakeFirstOrThrow();
    expect(count).toBe(sessions.length);
  },
  Math.max(60_000, WEEKS * 10_000),
);

/** A package contains the last results of each exercise. */
async function expectHints(workout: BuiltWorkout, sessions: readonly Session[]): Promise<void> {
  const [last] = sessions.toSorted((one, other) => (one.localDate < other.localDate ? 1 : -1));
  const hints = await hintsIn(workout);
  if (last === undefined) return expect(hints).toEqual([]);
  const { heaviest: heaviestGrams, most: mostRepetitions, estimated } = recount([last]);
  const { localDate } = last;
  expect(hints).toMatchObject([
    { localDate, heaviestGrams, mostRepetitions, estimatedMaximumGrams: estimated },
  ]);
}

/** A session of the notebook. */
interface Session {
  readonly draft: Draft;
  readonly localDate: string;
  readonly sets: Map<string, Noted>;
}

function asSet(key: string, { weight, reps }: Noted) {
  return squats(key, weight, { values: { weight: { value: weight, unit: "kg" }, reps, rpe: 8 } });
}

/** Heaviest set, most repetitions and estimated one-repetition maximum of the notebook. */
function recount(sessions: readonly Session[]) {
  const sets = sessions.flatMap((session) => [...session.sets.values()]);
  const lifts = sets.filter(({ reps }) => reps <= 12);
  const once = lifts.map(({ weight, reps }) => (reps === 1 ? weight : weight * (1 + reps / 30)));
  return {
    heaviest: Math.max(...sets.map(({ weight }) => weight)) * 1_000,
    most: Math.max(...sets.map(({ reps }) => reps)),
    estimated: lifts.length === 0 ? null : Math.round(Math.max(...once) * 1_000),
  };
}

async function recordsOf(relationshipId: string) {
  return await tables(em.fork())
    .selectFrom("workoutResult")
    .select(({ fn }) => [
      fn.max("heaviestGrams").as("heaviest"),
      fn.max("mostRepetitions").as("most"),
      fn.max("estimatedGrams").as("estimated"),
    ])
    .where("relationshipId", "=", relationshipId)
    .executeTakeFirstOrThrow();
}

async function hintsIn({ packageId }: BuiltWorkout) {
  const { content } = await tables(em.fork())
    .selectFrom("workoutPackage")
    .select("content")
    .where("id", "=", packageId)
    .executeTakeFirstOrThrow();
  return content.previousSessionHints;
}

/** A workout trained offline in the evening of its day, which waits on the phone. */
function trained(workout: BuiltWorkout, draw: Draw) {
  const draft = draftOf(workout);
  const count = 1 + draw.below(5);
  const noted = Array.from({ length: count }, (_, at) => [`set-${at}`, someSet(draw)] as const);
  const evening = Date.parse(`${workout.localDate}T18:00:00.000Z`);
  const operation = draft.submit(
    noted.map(([key, set]) => asSet(key, set)),
    {
      startedAt: new Date(evening).toISOString(),
      finishedAt: new Date(evening + HOUR_MS).toISOString(),
    },
  );
  const { localDate } = workout;
  const session: Session = { draft, localDate, sets: new Map(noted) };
  const clientRecordedAt = new Date(evening + HOUR_MS).toISOString();
  return { session, operation: { ...operation, clientRecordedAt } };
}

/** Wrong sets are corrected on the day on which they were accepted. */
function correction({ draft, sets }: Session, draw: Draw, now: number) {
  const [key = ""] = sets.keys();
  const isRemoved = sets.size > 1 && draw.below(2) === 0;
  if (isRemoved) sets.delete(key);
  else sets.set(key, someSet(draw));
  const set = sets.get(key);
  const corrected = set === undefined ? { setKey: key, removed: true } : asSet(key, set);
  const clientRecordedAt = new Date(now).toISOString();
  return draft.op("workout.correct-session", { sets: [corrected] }, { clientRecordedAt });
}
