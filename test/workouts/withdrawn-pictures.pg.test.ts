import { afterAll, describe, expect, test } from "@jest/globals";
import { Client } from "pg";
import { deliverToWorkouts, prepareFor } from "../../activities/workouts/deliver-to-workouts.ts";
import { planContentSchema } from "../../contract/plans/content-schema.ts";
import { getShownImage } from "../../db/exercises/images/queries.ts";
import { openDatabase } from "../../db/open-database.ts";
import { leaseRows } from "../../db/outbox/lease-rows.ts";
import { OutboxRow } from "../../db/outbox/outbox-row.ts";
import { transact } from "../../db/platform/transactions/transact.ts";
import { WorkoutPackage } from "../../db/workouts/workout-package.ts";
import { WorkoutSnapshot } from "../../db/workouts/workout-snapshot.ts";
import { buildAgendaOwner } from "../factories/agenda/agenda-owner.ts";
import { atOnce } from "../factories/at-once.ts";
import { eventually } from "../factories/eventually.ts";
import { openGatedWay } from "../factories/db/gated-way.ts";
import { MATRIX_PICTURES } from "../factories/api/matrix/pictures.ts";
import { planActs } from "../factories/plans/plan-acts.ts";
import { putExercises } from "../factories/exercises/put-exercises.ts";
import {
  decideSource,
  showPicture,
  type ShownPicture,
} from "../factories/workouts/shown-picture.ts";
import { campaignSize } from "../harness/campaign.ts";
import { useOwnDatabase } from "../harness/database.ts";

const ROUNDS = campaignSize("RACE_ROUNDS", 6);
const { appUrl, superuserUrl } = await useOwnDatabase();
const database = openDatabase({ url: appUrl, poolSize: 8, applicationName: "withdrawn pictures" });
const way = await openGatedWay(appUrl);
const gatedDatabase = openDatabase({ url: way.url, poolSize: 2, applicationName: "held pictures" });
const { em } = database;
const acts = planActs(em);
const superuser = new Client({ connectionString: superuserUrl });
await superuser.connect();
afterAll(async () => {
  await superuser.end();
  await gatedDatabase.close();
  await way.close();
  await database.close();
});

type Trainee = Awaited<ReturnType<typeof trainee>>;

const prepare = ({ relationshipId }: Trainee, by = em) => prepareFor(by, [relationshipId], null);

describe("a package and the licence of its picture (docs/rooms/workouts.md#packages, docs/rooms/exercises.md#licences)", () => {
  test(`leave the package without the picture, whichever is first: prepared and withdrawn at once (${ROUNDS} rounds)`, async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const client = await trainee();
      await atOnce(
        round,
        () => prepare(client),
        () => withdraw(client),
      );
      await expectNothingWithdrawn(client);
      await prepare(client);
      await expectNothingWithdrawn(client);
    }
  });

  test("emit events in order: a withdrawal waits for a package that has read the picture", async () => {
    const client = await trainee();
    const reading = { anchor: /from "thumbnail_mapping"/, about: client.exerciseId };
    const block = way.block({ ...reading, offset: 0, side: "AFTER" });
    const prepared = prepare(client, gatedDatabase.em);
    await eventually(async () => block.isBlocked(), Boolean);
    let isFollowed = false;
    const followed = withdraw(client).then(() => (isFollowed = true));
    await eventually(async () => isFollowed || (await countWaiting()) > 0, Boolean);
    way.open();
    await Promise.all([prepared, followed]);
    await expectNothingWithdrawn(client);
  });
});

/** A client with a program of one exercise that shows a picture; no package is prepared yet. */
async function trainee() {
  const [exerciseId = ""] = await putExercises(em, [{ title: "Squat" }]);
  const picture = await showPicture(em, [exerciseId]);
  const owner = await buildAgendaOwner(em);
  const sets = [{ repetitions: 5 }];
  const exercises = [{ exerciseKey: "squat", exerciseId, name: "Squat", sets }];
  const days = [1, 3, 5].map((dayNumber) => ({ dayNumber, title: "Legs", exercises }));
  const content = { kind: "PROGRAM", title: "Strength", weeks: [{ days }, { days }] };
  await acts.give(owner, planContentSchema.parse(content));
  return { ...owner, exerciseId, picture };
}

/** Withdraws the picture's licence, and delivers the events, as the relay does. */
async function withdraw({ picture, exerciseId }: Trainee): Promise<void> {
  await decideSource(em, picture, "WITHDRAWN");
  const lease = { consumers: ["workouts"], limit: 1_000, leaseSeconds: 60 } as const;
  const leased = await transact(em, (tx) => leaseRows(tx, lease));
  const rows = leased.filter(({ subjectId }) => subjectId === exerciseId);
  expect(rows.map(({ type }) => type)).toEqual(["ExerciseMediaUpdated"]);
  const failures = await deliverToWorkouts(em)(rows, new AbortController().signal);
  expect([...failures]).toEqual([]);
  await em.fork().nativeDelete(OutboxRow, { id: leased.map(({ id }) => id) });
}

/** No offered package names the picture, nobody can read it, and the training content is complete. */
async function expectNothingWithdrawn({ relationshipId, workspaceId, picture }: Trainee) {
  const packages = await em.fork().find(WorkoutPackage, { relationshipId, supersededAt: null });
  expect(packages.map(({ content }) => content.thumbnails ?? [])).toEqual([[], []]);
  await expectRefused(picture);
  for (const { snapshotChecksum: checksum } of packages) {
    const snapshot = await em.fork().findOneOrFail(WorkoutSnapshot, { workspaceId, checksum });
    expect(snapshot.content).toMatchObject({ day: { exercises: [{ name: "Squat" }] } });
  }
}

function expectRefused({ assetId }: ShownPicture) {
  return expect(
    getShownImage(em.fork(), assetId, Number(MATRIX_PICTURES.width)),
  ).rejects.toMatchObject({
    code: "IMAGE_WITHDRAWN",
  });
}

/** Number of sessions that wait for a lock in this database. */
async function countWaiting(): Promise<number> {
  const { rows } = await superuser.query<{ count: number }>(
    `select count(*)::int from pg_locks
      where not granted and database = (select oid from pg_database where datname = current_database())`,
  );
  return rows[0]?.count ?? 0;
}
