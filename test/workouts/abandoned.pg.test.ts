import { afterEach, expect, test } from "@jest/globals";
import { tables } from "../../db/tables.ts";
import { transact } from "../../db/platform/transactions/transact.ts";
import { abandonDrafts } from "../../db/workouts/sessions/abandon-drafts.ts";
import { moveClock } from "../factories/db/move-clock.ts";
import { admissionDeps, type BuiltScope, buildScope, submit } from "../factories/sync/sync.ts";
import { verdictsOf } from "../factories/sync/verdicts.ts";
import { draftOf, putWorkout, squats } from "../factories/workouts/workouts.ts";
import { campaignSize } from "../harness/campaign.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { useOrm } from "../harness/use-orm.ts";

const ROUNDS = campaignSize("RACE_ROUNDS", 4);
const DAY = 86_400;
const { em, ownerUrl } = await useOrm(await useOwnDatabase());
const deps = admissionDeps(em);
afterEach(() => moveClock(ownerUrl, 0));

const abandon = () => transact(em, (tx) => abandonDrafts(tx, 1_000));

test("a draft without activity for 30 days is discarded with its content, and no sooner", async () => {
  const { scope } = await begun();
  await moveClock(ownerUrl, 30 * DAY - 60);
  await abandon();
  expect(await sessionsOf(scope)).toMatchObject([{ status: "IN_PROGRESS" }]);
  await moveClock(ownerUrl, 30 * DAY + 60);
  expect(await abandon()).toBe(1);
  expect(await sessionsOf(scope)).toMatchObject([
    { status: "ABANDONED", content: { sets: [squats("one")] } },
  ]);
  expect(await abandon()).toBe(0);
});

test("a later operation opens a discarded draft again, and its submit counts", async () => {
  const { scope, draft } = await begun();
  await moveClock(ownerUrl, 31 * DAY);
  await abandon();
  const { results } = await submit(deps, scope, [draft.sets([squats("two")])]);
  expect(verdictsOf(results)).toEqual(["ACCEPTED"]);
  expect(await sessionsOf(scope)).toMatchObject([{ status: "IN_PROGRESS" }]);
  await moveClock(ownerUrl, 62 * DAY);
  expect(await abandon()).toBe(1);
  const late = await submit(deps, scope, [draft.submit([squats("one"), squats("two")])]);
  expect(verdictsOf(late.results)).toEqual(["ACCEPTED"]);
  expect(await sessionsOf(scope)).toMatchObject([{ status: "SUBMITTED" }]);
});

test("a draft that is discarded while its submit is on its way is submitted, whichever comes first", async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const { scope, draft } = await begun();
    await moveClock(ownerUrl, 31 * DAY);
    const acts = [
      abandon().then(() => ["DONE"]),
      submit(deps, scope, [draft.submit()]).then(({ results }) => verdictsOf(results)),
    ];
    const verdicts = await Promise.all(round % 2 === 0 ? acts : acts.toReversed());
    expect(verdicts.flat()).toContain("ACCEPTED");
    expect(await sessionsOf(scope)).toMatchObject([{ status: "SUBMITTED" }]);
  }
});

async function sessionsOf({ relationshipId }: BuiltScope) {
  return await tables(em.fork())
    .selectFrom("workoutSession")
    .select(["status", "content"])
    .where("relationshipId", "=", relationshipId)
    .execute();
}

async function begun() {
  await moveClock(ownerUrl, 0);
  const scope = await buildScope(em);
  const draft = draftOf(await putWorkout(em, scope));
  await submit(deps, scope, [draft.start(), draft.sets([squats("one")])]);
  return { scope, draft };
}
