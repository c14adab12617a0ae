import type { FoundExercise } from "../../../../contract/exercises/search-schema.ts";
import { makeExercises } from "../../../exercise-provider/make-exercises.ts";
import { askApi, callApi, requestLine } from "../../call-api.ts";
import { expectEqual, expectPresent } from "../../expect-equal.ts";
import { runSchedule } from "../../run-schedule.ts";
import type { Stage } from "../../stage.ts";
import type { Coach } from "../coach-chapters.ts";
import { type ExerciseSearch, searchRequest } from "./exercise-library.ts";

const READ_WITHIN_MS = 90_000;
const WANTED = "Barbell Front Squat";
const MISTYPED = "barbel frnt squat";

/** The provider's catalogue is read page by page, and the coach finds an exercise despite a typing error. */
export async function libraryFills(stage: Stage, coach: Coach): Promise<FoundExercise> {
  const { page, api } = stage;
  page.chapter("The library is filled, and a search with two typos finds an exercise");
  const whole = searchRequest(coach, { limit: "1" });
  const { data } = await runSchedule(stage, "catalogue-refresh", {
    what: "all exercises of the provider",
    ask: () => askApi(api, whole),
    isWanted: (answer) => countOf(answer.data) === makeExercises().length,
    limitMs: READ_WITHIN_MS,
  });
  page.sent(requestLine(whole));
  page.came(`200 ${countOf(data)} exercises`);
  page.table(
    ["number of each kind", "exercises"],
    data.facets?.exerciseType.map(({ key, count }) => [key, String(count)]) ?? [],
  );
  const mistyped = searchRequest(coach, { q: MISTYPED, limit: "3" });
  const found = await callApi(stage, mistyped, ({ items }) =>
    items.map(({ name }) => name).join(", "),
  );
  const [first] = found.data.items;
  expectEqual("the intended exercise", first?.name, WANTED);
  page.verified(
    "one exercise among many, by a name with two missing letters; no provider was called",
  );
  return expectPresent("the exercise", first);
}

/** Each exercise either has a video or has none. */
const countOf = ({ facets }: ExerciseSearch): number =>
  facets?.hasVideo.reduce((sum, { count }) => sum + count, 0) ?? 0;
