import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { mediaSessionSchema } from "../../../contract/exercises/media-schema.ts";
import { openNodeSql } from "../../../device/adapters/node/node-sql.ts";
import { openDatabase } from "../../../db/open-database.ts";
import {
  buildTrainingPhone,
  dailyProgram,
  trainWorkout,
  type TrainingPhone,
} from "../../factories/device/training-phone.ts";
import { buildMediaRoom } from "../../factories/exercises/media-room.ts";
import { CLIP_HOST } from "../../factories/exercises/metered-provider.ts";
import { showPicture } from "../../factories/workouts/shown-picture.ts";
import { startApi, type TestApi } from "../../harness/api.ts";
import { useOwnDatabase } from "../../harness/database.ts";
import { startTestIssuer, type TestIssuer } from "../../harness/test-issuer.ts";

const testDatabase = await useOwnDatabase();
const database = openDatabase({
  url: testDatabase.appUrl,
  poolSize: 2,
  applicationName: "device without playback URLs",
});
const { em } = database;
let issuer: TestIssuer;
let api: TestApi;
/** An exercise with a video and a picture. */
let exerciseId: string;

beforeAll(async () => {
  issuer = await startTestIssuer();
  const room = await buildMediaRoom(em, { limits: { exercises: 5, minutes: null }, count: 1 });
  [exerciseId = ""] = room.exerciseIds;
  await showPicture(em, [exerciseId]);
  const { issuer: address } = issuer;
  const exerciseProviders = [room.given];
  api = await startApi({ database: testDatabase, issuer: address, exerciseProviders });
});
afterAll(async () => {
  await api.close();
  await issuer.close();
  await database.close();
});

/** The address of a video, or of anything else, and the signature that gives access to one. */
const ADDRESS = new RegExp(`https?:|token=|${CLIP_HOST}`, "i");

test("No store of a phone holds the address of a video, although its workout has one and the app has asked for it", async () => {
  const program = dailyProgram("Strength", 5, { exerciseId });
  const training = await buildTrainingPhone(api, issuer, program);
  const { device, scope, workouts } = await training.open();
  const videoUrl = await askForVideo(training);
  const draftId = await trainWorkout(workouts, training.taskId);
  await workouts.submit({ draftId });
  await device.sync();
  await (await scope.part("program")).current();
  const accepted = await workouts.draft({ draftId });
  await device.close();

  const stored = [...training.phone.sealed, ...(await plainTexts(training.phone.file))];
  expect(videoUrl).toContain(`https://${CLIP_HOST}/`);
  expect(accepted?.status).toBe("ACCEPTED");
  // The workout with this exercise and its picture is stored.
  const isOfWorkout = (text: string) => text.includes(exerciseId) && text.includes("attribution");
  expect(stored.some(isOfWorkout)).toBe(true);
  expect(stored.filter((text) => ADDRESS.test(text))).toEqual([]);
});

/** Asks for the video as an app does; the library has no part in it. */
async function askForVideo({ phone }: TrainingPhone): Promise<string | undefined> {
  const { workspaceId, clientToken: token } = phone.pair;
  const path = `/api/v1/workspaces/${workspaceId}/exercise-library/exercises/${exerciseId}/media-session`;
  const body = { surface: "CLIENT_MOBILE" };
  const { data } = await api.call("POST", path, { token, key: "video", body });
  return mediaSessionSchema.parse(data).media?.videoUrl;
}

/** The columns of a database that are not sealed. */
async function plainTexts(file: string): Promise<readonly string[]> {
  const sql = await openNodeSql(file);
  const tables = await sql.read({ sql: "select name from sqlite_schema where type = 'table'" });
  const rows = await Promise.all(
    tables.map(async ({ name }) => await sql.read({ sql: `select * from ${String(name)}` })),
  );
  await sql.close();
  return rows
    .flat()
    .flatMap(Object.values)
    .filter((value) => typeof value === "string");
}
