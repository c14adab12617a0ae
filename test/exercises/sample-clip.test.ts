import { readFileSync } from "node:fs";
import { afterAll, expect, test } from "@jest/globals";
import * as z from "zod";
import { CLIP_FILE } from "../../tools/exercise-provider/clip.ts";
import { makeExercises } from "../../tools/exercise-provider/make-exercises.ts";
import { startExerciseProvider } from "../../tools/exercise-provider/start-exercise-provider.ts";

const exercises = makeExercises(10).map((exercise) => ({ ...exercise, hasVideo: true }));
const fake = await startExerciseProvider({ port: 0, apiKey: "key", exercises });
afterAll(async () => await fake.stop());

const answerSchema = z.object({
  data: z.object({ videoUrl: z.string(), videoHlsUrl: z.string() }),
});

test("The fake provider's clip plays in a page of another origin: as a file by parts, and as a stream that is all of the film", async () => {
  const answer = await fetch(`${fake.apiUrl}/exercises/${exercises[0]?.id}`, {
    headers: { "x-api-key": "key" },
  });
  const { videoUrl, videoHlsUrl } = answerSchema.parse(await answer.json()).data;

  const part = await fetch(videoUrl, { headers: { Range: "bytes=0-99" } });
  expect([part.status, part.headers.get("Content-Type")]).toEqual([206, "video/mp4"]);
  expect(part.headers.get("Access-Control-Allow-Origin")).toBe("*");
  expect(part.headers.get("Cache-Control")).toBe("no-store");

  const playlist = await (await fetch(videoHlsUrl)).text();
  expect(playlist).toContain(videoUrl);
  const head = Number(/BYTERANGE="(\d+)@0"/u.exec(playlist)?.[1]);
  const size = Number(/BYTERANGE:(\d+)@/u.exec(playlist)?.[1]);
  const clip = readFileSync(CLIP_FILE);
  const typeAt = (at: number) => clip.toString("latin1", at + 4, at + 8);
  // An index for players that do not stream follows the film.
  expect([playlist.includes(`:${size}@${head}\n`), typeAt(head), typeAt(head + size)]).toEqual([
    true,
    "moof",
    "mfra",
  ]);
});
