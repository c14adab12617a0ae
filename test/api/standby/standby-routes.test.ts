import { expect, test } from "@jest/globals";
import { endpoints } from "../../../api/endpoints.ts";
import { housePaths, textOf } from "../../docs/house-files.ts";

const marked = endpoints.flatMap((one) =>
  one.kind === "read" && one.fromStandby === true ? [one] : [],
);

test("A standby answers these overviews and histories of coaches, and nothing else", () => {
  expect(marked.map(({ name }) => name).toSorted()).toEqual([
    "listQuickLog",
    "listTimeline",
    "listWorkoutSessions",
    "readAdherence",
    "readClientWeeks",
    "readDailyOverview",
  ]);
});

test("The guard alone lets callers into a route that a standby answers, and none of them is a phone's", () => {
  for (const { access, permission, surfaces } of marked) {
    expect(["workspace-coach", "relationship-coach"]).toContain(access);
    expect({ permission, surfaces }).toEqual({ permission: undefined, surfaces: undefined });
  }
});

test("A route that a standby answers reads nothing in the guard's pipeline at the primary, and has no tag", () => {
  for (const { ask, tagged } of marked)
    expect({ ask, tagged }).toEqual({ ask: undefined, tagged: undefined });
});

test("Only the console keeps positions: no source of the device library or the phone names them", () => {
  const sources = [...housePaths].filter((path) => /^(?:device|phone)\/.*\.tsx?$/.test(path));
  // The types that are written from the API's document quote its descriptions.
  const own = sources.filter((path) => !path.endsWith("-types.ts"));
  expect(own.filter((path) => /read-position|READ_POSITION/i.test(textOf(path)))).toEqual([]);
});
