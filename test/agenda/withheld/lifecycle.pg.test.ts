import { beforeEach, describe, expect, test } from "@jest/globals";
import { followAssignment } from "../../../activities/agenda/calendar/follow-assignment.ts";
import { requestAccountDeletion } from "../../../activities/privacy/request-account-deletion.ts";
import { settleAccountDeletion } from "../../../activities/privacy/settle-account-deletion.ts";
import {
  endOwnRelationship,
  moveRelationship,
} from "../../../activities/relationships/move-relationship.ts";
import { saveClientProfile } from "../../../activities/relationships/save-client-profile.ts";
import { saveClientProfileSchema } from "../../../contract/relationships/client-profile-schema.ts";
import type { RelationshipAct } from "../../../contract/relationships/vocabulary.ts";
import { User } from "../../../db/accounts/user.ts";
import { AgendaDay } from "../../../db/agenda/agenda-day.ts";
import { AgendaTask } from "../../../db/agenda/agenda-task.ts";
import { WithheldOccurrence } from "../../../db/agenda/withheld/withheld-occurrence.ts";
import { PlanAssignment } from "../../../db/plans/plan-assignment.ts";
import { Relationship } from "../../../db/relationships/relationship.ts";
import { clockNow, transact } from "../../../db/platform/transactions/transact.ts";
import { deletionRequestedFor } from "../../../rules/accounts/deletion-due-at.ts";
import { addDays, localDateOf } from "../../../rules/local-day.ts";
import { hooks } from "../../../workers/hooks.ts";
import { buildAgendaOwner } from "../../factories/agenda/agenda-owner.ts";
import { empty } from "../../factories/empty.ts";
import { erasureDeps } from "../../factories/privacy/erasure-deps.ts";
import { moveClock } from "../../factories/db/move-clock.ts";
import { planActs } from "../../factories/plans/plan-acts.ts";
import { buildAssignment, planBodies } from "../../factories/plans/plans.ts";
import { openPoison } from "../../factories/agenda/poison.ts";
import { useOwnDatabase } from "../../harness/database.ts";
import { useOrm } from "../../harness/use-orm.ts";

const { em, ownerUrl, superuserUrl } = await useOrm(await useOwnDatabase());
const poison = await openPoison(superuserUrl);

const plans = planActs(em);
const DAY_SECONDS = 86_400;

let client: Awaited<ReturnType<typeof buildAgendaOwner>>;
let habit: string;
let meal: string;
/** The dates of the day on which the plans began and of the next two. */
let dates: readonly [string, string, string];
beforeEach(async () => {
  await moveClock(ownerUrl, 0);
  await empty(ownerUrl);
  client = await buildAgendaOwner(em);
  habit = await buildAssignment(em, client, planBodies.habit);
  meal = await buildAssignment(em, client, planBodies.meal);
  await transact(em, (tx) => followAssignment(tx, { assignmentId: habit, requestId: null }));
  const first = localDateOf(await clockNow(em.fork()), "UTC");
  dates = [first, addDays(first, 1), addDays(first, 2)];
});

const own = () => ({ relationshipId: client.relationshipId });

const withheld = () => em.fork().find(WithheldOccurrence, own(), { orderBy: { localDate: "asc" } });

const planAtFault = () => em.fork().findOneOrFail(PlanAssignment, { id: meal });

/** A lifecycle act, two days after the client's days were last opened. */
interface LifecycleAct {
  readonly name: string;
  /** Acts that come before, on the first day. */
  readonly before?: () => Promise<unknown>;
  readonly act: () => Promise<unknown>;
  readonly state: () => Promise<object>;
  readonly becomes: object;
  /** How many of the two days the act opens; only the present one for a relationship that was paused. */
  readonly opens?: 1;
  /** Nothing of any day remains afterwards. */
  readonly erases?: true;
}

const ACTS: readonly LifecycleAct[] = [
  {
    name: "pausing the relationship",
    act: () => move("PAUSE"),
    state: relationship,
    becomes: { status: "PAUSED" },
  },
  {
    name: "resuming the relationship",
    before: () => move("PAUSE"),
    act: () => move("RESUME"),
    state: relationship,
    becomes: { status: "ACTIVE" },
    opens: 1,
  },
  {
    name: "ending the relationship",
    act: () => move("END"),
    state: relationship,
    becomes: { status: "ENDED" },
  },
  {
    name: "leaving the relationship",
    act: leave,
    state: relationship,
    becomes: { status: "ENDED" },
  },
  {
    name: "choosing another time zone",
    act: () => moveTo("Pacific/Auckland"),
    state: relationship,
    becomes: { nextTimezone: "Pacific/Auckland" },
  },
  {
    name: "erasing the account",
    act: erase,
    state: person,
    becomes: { isErased: true, status: "ENDED" },
    erases: true,
  },
  {
    name: "ending the faulty plan",
    act: () => plans.end(client, meal),
    state: planAtFault,
    becomes: { status: "ENDED" },
  },
  {
    name: "pausing the faulty plan",
    act: () => plans.pause(client, meal),
    state: planAtFault,
    becomes: { status: "PAUSED" },
  },
  {
    name: "resuming the faulty plan",
    before: () => plans.pause(client, meal),
    act: () => plans.resume(client, meal),
    state: planAtFault,
    becomes: { status: "ACTIVE" },
  },
  {
    name: "superseding the faulty plan",
    act: supersede,
    state: planAtFault,
    becomes: { status: "SUPERSEDED" },
  },
];

describe.each(ACTS)("A lifecycle act ($name)", ({ before, act, state, becomes, ...does }) => {
  const missed = () => (does.opens === 1 ? dates.slice(2) : dates.slice(1));
  const actTwoDaysLater = async () => {
    await moveClock(ownerUrl, 2 * DAY_SECONDS);
    await act();
    expect(await state()).toMatchObject(becomes);
  };

  test("opens missed days without the faulty occurrence, and succeeds", async () => {
    await before?.();
    await poison.put("agenda_task", meal);
    await actTwoDaysLater();
    expect(await openDates()).toEqual(does.erases ? [] : [dates[0], ...missed()]);
    const [firstMissed = ""] = missed();
    expect(await sourcesOn(firstMissed)).toEqual(does.erases ? [] : [habit]);
    const sources = new Set((await withheld()).map(({ sourceId }) => sourceId));
    expect(sources).toEqual(new Set(does.erases ? [] : [meal]));
  });

  test("succeeds if a day cannot be opened at all, which is noted and counts for nothing", async () => {
    await before?.();
    await poison.put("agenda_day", client.relationshipId);
    await actTwoDaysLater();
    expect(await openDates()).toEqual(does.erases ? [] : [dates[0]]);
    const notes = (await withheld()).map(({ sourceType, localDate, faultKind }) => ({
      sourceType,
      localDate,
      faultKind,
    }));
    expect(notes).toEqual(
      does.erases
        ? []
        : missed().map((localDate) => ({ sourceType: "DAY", localDate, faultKind: "CONSTRAINT" })),
    );
  });
});

async function openDates() {
  return (await em.fork().find(AgendaDay, own(), { orderBy: { localDate: "asc" } })).map(
    ({ localDate }) => localDate,
  );
}

async function sourcesOn(localDate: string) {
  return (await em.fork().find(AgendaTask, { ...own(), localDate })).map(
    ({ sourceId }) => sourceId,
  );
}

function move(act: RelationshipAct) {
  const { workspaceId, relationshipId, coachUserId: byUserId } = client;
  const coachs = { workspaceId, relationshipId, byUserId, act, reason: null, requestId: null };
  return transact(em, (tx) => moveRelationship(tx, coachs, hooks.relationships));
}

function leave() {
  const { clientUserId } = client;
  const end = { clientUserId, reason: null, requestId: null };
  return transact(em, (tx) => endOwnRelationship(tx, end, hooks.relationships));
}

function moveTo(timezone: string) {
  const profile = saveClientProfileSchema.parse({ displayName: "Kim", locale: "en", timezone });
  const saving = { userId: client.clientUserId, profile, requestId: null };
  return transact(em, (tx) => saveClientProfile(tx, saving, hooks.relationships));
}

async function erase() {
  const { clientUserId: userId } = client;
  await transact(em, async (tx) => {
    await requestAccountDeletion(tx, { userId, requestId: "test" }, hooks.sessions);
    const deletionRequestedAt = deletionRequestedFor(await clockNow(tx));
    await tx.nativeUpdate(User, { id: userId }, { deletionRequestedAt });
  });
  while ((await settleAccountDeletion(erasureDeps(em), { userId })).dueInMs === 0);
}

async function supersede() {
  return plans.supersede(client, meal, await plans.make(client, planBodies.supplement));
}

async function relationship() {
  const { status, nextTimezone } = await em.fork().findOneOrFail(Relationship, {
    id: client.relationshipId,
  });
  return { status, nextTimezone };
}

async function person() {
  const { deletedAt } = await em.fork().findOneOrFail(User, { id: client.clientUserId });
  return { isErased: deletedAt !== null, ...(await relationship()) };
}
