import { z } from "zod";
import { ms } from "../agenda/compare-with-sql.ts";
import { inTurns, renewDesk } from "../inbox/desk.ts";
import { median } from "../load.ts";
import { ask } from "../phones/people.ts";
import type { LibraryReading } from "./library-reading.ts";
import { startPlainSessions } from "./plain-sessions.ts";

const WARM_UP = 8;
/** Exercises played repeatedly; after the first time, none of them uses up a place of the quota. */
const KNOWN = 4;
const sessionSchema = z.object({ status: z.literal("MEDIA_READY") });

/**
 * Compares videos over HTTP with the plain SQL of the same rows, in turns, and measures the provider's part of the
 * product's time.
 */
export async function compareSessions(
  { stack, database, desk, library }: LibraryReading,
  rounds: number,
): Promise<readonly string[]> {
  await renewDesk(stack, desk);
  const { rows } = await database.query<{ id: string; providerId: string; user: string }>(
    `select exercise.id, provider_exercise_id as "providerId", member.user_id as user
     from (select * from exercise where has_video and detail_asked_on is null order by id limit ${KNOWN}) exercise
     cross join (select user_id from workspace_membership where workspace_id = $1 limit 1) member`,
    [desk.workspaceId],
  );
  const plain = await startPlainSessions(stack.database.url);
  const next = inTurns(desk);
  const [ours, theirs, called]: [number[], number[], number[]] = [[], [], []];
  try {
    for (let round = 0; round < rounds + WARM_UP; round += 1) {
      const { id: exerciseId = "", providerId = "", user: userId = "" } = rows[round % KNOWN] ?? {};
      const { token } = next();
      const taken = await timed(async () => {
        const url = `${library}/exercises/${exerciseId}/media-session`;
        await ask(url, { token, body: { surface: "WEB" } }, sessionSchema);
      });
      const alone = await timed(async () => {
        const body = { exerciseId, userId, workspaceId: desk.workspaceId };
        await ask(`${plain.url}/sessions`, { body }, z.unknown());
      });
      const provider = await timed(() => callProvider(stack.exercises, providerId));
      if (round < WARM_UP) continue;
      ours.push(taken);
      theirs.push(alone);
      called.push(provider);
    }
  } finally {
    plain.close();
  }
  const [product, baseline, call] = [median(ours), median(theirs), median(called)];
  const times = ((product - call) / baseline).toFixed(2);
  return [
    `p50 ${ms(product)}, of it the provider's call ${ms(call)}; plain SQL of the same rows ` +
      `${ms(baseline)}; ${times} times without the call`,
  ];
}

async function timed(act: () => Promise<void>): Promise<number> {
  const from = performance.now();
  await act();
  return performance.now() - from;
}

/** The product's call of the fake provider. */
async function callProvider(
  { url, apiKey }: LibraryReading["stack"]["exercises"],
  providerExerciseId: string,
): Promise<void> {
  const answer = await fetch(`${url}/exercises/${providerExerciseId}?includeVideos=true`, {
    headers: { "x-api-key": apiKey },
  });
  await answer.text();
  if (!answer.ok) throw new Error(`The provider answered ${answer.status}`);
}
