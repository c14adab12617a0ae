import { afterAll, beforeEach, describe, expect, test } from "@jest/globals";
import { createApiV2Provider } from "../../activities/exercises/provider/create-api-v2-provider.ts";
import type { IntegrationRecord } from "../../activities/exercises/provider/exercise-provider.ts";
import { createWgerProvider } from "../../activities/exercises/provider/create-wger-provider.ts";
import { USUAL_SWITCHES } from "../../tools/exercise-provider/account.ts";
import { makeExercises } from "../../tools/exercise-provider/make-exercises.ts";
import { findFreePorts } from "../../tools/processes/ports.ts";
import { startExerciseProvider } from "../../tools/exercise-provider/start-exercise-provider.ts";
import { startWger } from "../factories/exercises/wger-server.ts";

let now = Date.parse("2026-11-25T12:00:00Z");
const apiKey = "ym_conformance";
const library = makeExercises(120);
const fake = await startExerciseProvider({ port: 0, apiKey, exercises: library, now: () => now });
const wgerServer = await startWger();
afterAll(() => Promise.all([fake.stop(), wgerServer.stop()]));
beforeEach(() => fake.set(USUAL_SWITCHES));

const record: IntegrationRecord = {
  providerKey: "primary",
  credentialsReference: "EXERCISE_PROVIDER_API_KEY",
  planKey: "test",
  metered: true,
  mediaUniqueLimit: 200,
  videoMinutesLimit: 600,
  licensePolicy: "STREAM_ONLY",
  mediaHosts: [fake.host],
  callsPerMinute: 600,
};

const wger = createWgerProvider({
  record: { ...record, metered: false },
  apiUrl: wgerServer.apiUrl,
});
const withVideo = library.find(({ hasVideo }) => hasVideo)?.id ?? "";
const withoutVideo = library.find(({ hasVideo }) => !hasVideo)?.id ?? "";
const mediaOf = (provider = apiV2()) => provider.media?.media(withVideo, 3_000);

describe.each([
  ["api-v2", apiV2(), 120],
  ["wger", wger, 60],
])("The adapter %s (docs/rooms/exercises.md#provider)", (_name, provider, total) => {
  test("reads pages that together are the catalogue, each item once", async () => {
    const ids: string[] = [];
    for (let page = 1, pages = 1; page <= pages; page += 1) {
      const read = await provider.catalogue.browse(page);
      if (read.outcome !== "PAGE") throw new Error(read.outcome);
      pages = read.pages;
      ids.push(...read.exercises.map(({ providerExerciseId }) => providerExerciseId));
      expect(read.total).toBe(total);
    }
    expect(new Set(ids).size).toBe(total);
  });

  test("returns an item exactly as its page does, and reports an unknown item as unknown", async () => {
    const read = await provider.catalogue.browse(1);
    if (read.outcome !== "PAGE") throw new Error(read.outcome);
    const [first] = read.exercises;
    expect(await provider.catalogue.detail(first?.providerExerciseId ?? "")).toEqual({
      outcome: "DETAIL",
      exercise: first,
    });
    expect(await provider.catalogue.detail("nothing")).toEqual({ outcome: "NOT_FOUND" });
  });
});

test("Items of wger have their licence and author, and none of the images in wger's answer", async () => {
  const read = await wger.catalogue.browse(1);
  expect(read).toMatchObject({ outcome: "PAGE" });
  expect(JSON.stringify(read)).not.toMatch(/https?:/);
  expect(read).toHaveProperty("exercises.0.credit", { licence: "CC-BY-SA 4", author: "wger.de" });
  expect(wger.media).toBeNull();
});

describe("The provider port has a separate outcome for", () => {
  test.each([
    ["an invalid key", { fault: "unauthorised" }, { outcome: "UNAUTHORISED" }],
    ["a fault of the provider", { fault: "failing" }, { outcome: "UNAVAILABLE", sent: true }],
    ["a torn body", { fault: "torn" }, { outcome: "UNAVAILABLE", sent: true }],
    ["a page of 50 MB", { fault: "huge" }, { outcome: "MALFORMED" }],
    ["a page that is not UTF-8", { fault: "bad-utf-8" }, { outcome: "MALFORMED" }],
    ["unrequested media", { mediaInBrowse: true }, { outcome: "MEDIA_IN_BROWSE" }],
  ] as const)("%s", async (_what, switches, outcome) => {
    for (const envelope of ["object", "text"] as const) {
      fake.set({ ...switches, envelope });
      expect(await apiV2().catalogue.browse(1)).toEqual(outcome);
    }
  });

  test("an old key, which brings media by default, and requests none", async () => {
    fake.set({ oldKey: true });
    expect(await apiV2().catalogue.browse(1)).toMatchObject({ outcome: "PAGE" });
  });

  test("a rate limit, with the pause that the provider asks for", async () => {
    fake.set({ callsPerMinute: 0 });
    const read = await apiV2().catalogue.browse(1);
    expect(read).toEqual({ outcome: "RATE_LIMITED", pauseMs: expect.any(Number) });
  });

  test("an unreachable provider: nothing can have been counted", async () => {
    const [nobody = 0] = await findFreePorts(1);
    const away = apiV2({ apiUrl: `http://127.0.0.1:${nobody}/api/v2` });
    expect(await mediaOf(away)).toEqual({ outcome: "UNAVAILABLE", sent: false });
  });
});

describe("Media from the provider", () => {
  test("are signed, expire after 48 hours, and count once per exercise", async () => {
    const before = fake.counters();
    const [first, again] = [await mediaOf(), await mediaOf()];
    expect(first).toMatchObject({ outcome: "HAS_MEDIA", warning: null });
    expect(again).toMatchObject({ outcome: "HAS_MEDIA" });
    expect(fake.counters().uniques - before.uniques).toBe(1);
    const url = first?.outcome === "HAS_MEDIA" ? first.media.videoUrl : "";
    expect((await fetch(url)).status).toBe(200);
    now += 48 * 3_600_000;
    expect((await fetch(url)).status).toBe(403);
  });

  test("are absent if there is no clip, and count nothing", async () => {
    expect(await apiV2().media?.media(withoutVideo, 3_000)).toEqual({ outcome: "NO_VIDEO" });
    expect(await apiV2().media?.media("nothing", 3_000)).toEqual({ outcome: "NOT_FOUND" });
  });

  test("are capped by a warning in a valid answer, or by minutes", async () => {
    now += 31 * 24 * 3_600_000;
    fake.set({ uniqueLimit: 0 });
    const capped = { outcome: "CAPPED", cap: "EXERCISES", warning: "monthly_exercise_cap" };
    expect(await mediaOf()).toEqual(capped);
    for (const envelope of ["object", "text"] as const) {
      fake.set({ minutesLimit: 0, envelope });
      expect(await mediaOf()).toEqual({ outcome: "CAPPED", cap: "MINUTES", warning: null });
    }
  });

  test("from a host outside the record, or without https, are refused", async () => {
    fake.set(USUAL_SWITCHES);
    expect(await mediaOf(apiV2({ allowsPlainMedia: false }))).toEqual({ outcome: "MALFORMED" });
    const elsewhere = { ...record, mediaHosts: ["cdn.example.com"] };
    expect(await mediaOf(apiV2({ record: elsewhere }))).toEqual({ outcome: "MALFORMED" });
  });

  test("are counted in the account's usage", async () => {
    fake.set({ uniqueLimit: null, minutesLimit: 600 });
    const { uniques, minutes } = fake.counters();
    expect(await apiV2().media?.usage()).toEqual({
      outcome: "USAGE",
      plan: "fake",
      exercisesUsed: uniques,
      exercisesLimit: null,
      minutesUsed: minutes,
      minutesLimit: 600,
    });
  });
});

function apiV2(more: Partial<Parameters<typeof createApiV2Provider>[0]> = {}) {
  return createApiV2Provider({
    record,
    apiUrl: fake.apiUrl,
    apiKey,
    allowsPlainMedia: true,
    ...more,
  });
}
