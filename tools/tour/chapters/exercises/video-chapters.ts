import type * as z from "zod";
import { mediaSessionSchema } from "../../../../contract/exercises/media-schema.ts";
import { MEDIA_QUOTA } from "../../../../contract/exercises/media-vocabulary.ts";
import {
  exerciseDetailSchema,
  type FoundExercise,
} from "../../../../contract/exercises/search-schema.ts";
import type { Surface } from "../../../../contract/accounts/vocabulary.ts";
import { administratorEnters } from "../../administrator.ts";
import { askApi, callApi, requestLine } from "../../call-api.ts";
import { expectEqual, expectPresent } from "../../expect-equal.ts";
import { enter, type Person, type Stage } from "../../stage.ts";
import type { ClientOnPhone } from "../client-chapters.ts";
import type { Coach } from "../coach-chapters.ts";
import { detailPath, withVideos } from "./exercise-library.ts";
import { limitAccount, readUsage } from "./media-account.ts";

type MediaSession = z.output<typeof mediaSessionSchema>;

/** A person who wants to see an exercise, and in which app. */
interface Viewer {
  readonly coach: Coach;
  readonly who: Person;
  readonly surface: Surface;
}

/** Coach and client see the exercise that the client trains. Its addresses expire, and nothing stores them. */
export async function videoIsPlayed(
  stage: Stage,
  story: { readonly coach: Coach; readonly client: ClientOnPhone },
  squat: FoundExercise,
): Promise<void> {
  stage.page.chapter("A coach and a client play the video of an exercise");
  const { coach, client } = story;
  await play(stage, { coach, who: coach, surface: "COACH_MOBILE" }, squat);
  await play(stage, { coach, who: client, surface: "CLIENT_MOBILE" }, squat);
  stage.page.verified("both use one place of the plan, and the address expires");
}

/**
 * One place is left. Two people each want another exercise: one sees it, and the other gets a sentence that explains
 * why not.
 */
export async function lastPlaceIsTaken(stage: Stage, coach: Coach): Promise<void> {
  stage.page.chapter("The last place of the media plan goes to one of two");
  const operator = await administratorEnters(stage);
  const before = await readUsage(stage, operator);
  const planLimit = expectPresent(
    "the limit of the plan",
    before.snapshot?.uniquesLimit ?? before.uniques.planLimit,
  );
  try {
    const places = before.uniques.used + before.uniques.drift + 1;
    const left = await limitAccount(
      stage,
      operator,
      Math.ceil((places * 100) / MEDIA_QUOTA.ownPercent),
    );
    expectEqual("the places that we may use", left.uniques.ownLimit, places);
    await twoWantIt(stage, coach, before.uniques.used);
    const { uniques } = await readUsage(stage, operator);
    stage.page.table(
      ["used", "ours", "of the plan", "the next place becomes free"],
      [[uniques.used, uniques.ownLimit, uniques.planLimit, uniques.nextFreeAt].map(String)],
    );
    expectPresent("when a place becomes free", uniques.nextFreeAt);
  } finally {
    await limitAccount(stage, operator, planLimit);
  }
  stage.page.verified("one of them sees it; the other reads why not, and sees all other details");
}

async function twoWantIt(stage: Stage, coach: Coach, usedCount: number): Promise<void> {
  const { name } = coach;
  const inBrowser = await enter(stage, { name, role: "coach", clientId: "sideline-web" });
  // Each earlier play used one of two exercises, so those after twice the used places are unseen.
  const [one, other] = await withVideos(stage, coach, 2 * usedCount);
  const wanted = [
    { viewer: { coach, who: coach, surface: "COACH_MOBILE" }, exercise: expectPresent("one", one) },
    {
      viewer: { coach, who: inBrowser, surface: "WEB" },
      exercise: expectPresent("another", other),
    },
  ] as const;
  const answers = await Promise.all(
    wanted.map(async ({ viewer, exercise }) => {
      const request = mediaRequest(viewer, exercise);
      stage.page.sent(requestLine(request), JSON.stringify({ surface: viewer.surface }));
      const { data } = await askApi(stage.api, request);
      return { ...data, exercise };
    }),
  );
  for (const { exercise, status, message } of answers)
    stage.page.came(`${exercise.name}: ${status}${message === null ? "" : `. ${message}`}`);
  expectEqual("their answers", answers.map(({ status }) => status).toSorted(), [
    "MEDIA_LIMIT_REACHED",
    "MEDIA_READY",
  ]);
  const refused = answers.find(({ status }) => status === "MEDIA_LIMIT_REACHED");
  const { exercise } = expectPresent("the refused request", refused);
  await callApi(
    stage,
    {
      method: "GET",
      path: detailPath(coach, exercise),
      token: coach.token,
      answer: exerciseDetailSchema,
    },
    ({ instructions }) => `${exercise.name}: ${instructions[0]}`,
  );
}

function mediaRequest({ coach, who, surface }: Viewer, { exerciseId }: FoundExercise) {
  return {
    method: "POST",
    path: `${detailPath(coach, { exerciseId })}/media-session`,
    token: who.token,
    body: { surface },
    answer: mediaSessionSchema,
  } as const;
}

/** Fetches the video itself, too; its address is printed without the signature. */
async function play(stage: Stage, viewer: Viewer, exercise: FoundExercise): Promise<MediaSession> {
  const { data } = await callApi(
    stage,
    mediaRequest(viewer, exercise),
    ({ status, media }) => `${status}, until ${media?.expiresAt}`,
  );
  const { videoUrl } = expectPresent("the video", data.media);
  const { origin, pathname } = new URL(videoUrl);
  stage.page.sent(`GET ${origin}${pathname}`);
  const clip = await fetch(videoUrl);
  const bytes = (await clip.arrayBuffer()).byteLength;
  expectEqual("the video", clip.status, 200);
  stage.page.came(`200 ${Math.round(bytes / 1_000)} kB of ${clip.headers.get("content-type")}`);
  return data;
}
