import { describe, expect, test } from "@jest/globals";
import { Problem } from "../../../web/api/problem.ts";
import type { MediaSession } from "../../../web/exercises/video/media-session.ts";
import {
  mayHelp,
  refusalOfError,
  refusalOfSession,
} from "../../../web/exercises/video/video-refusal.ts";
import { waysToPlay } from "../../../web/exercises/video/ways-to-play.ts";

const now = new Date("2026-11-26T08:00:00Z");
const session = (changes: Partial<MediaSession>): MediaSession => ({
  status: "MEDIA_LIMIT_REACHED",
  media: null,
  accessId: null,
  origin: null,
  retryAt: null,
  message: null,
  ...changes,
});

describe("a refused video", () => {
  test.each([
    ["our own limit is our allowance", { origin: "LOCAL_ALLOWANCE" }, "OWN_LIMIT"],
    ["the provider's cap is the provider's limit", { origin: "PROVIDER_CAP" }, "PROVIDER_LIMIT"],
    ["an exercise without a video has none", { status: "NO_VIDEO" }, "NO_VIDEO"],
    [
      "a status of a newer server counts as no answer of the provider",
      { status: "LATER" },
      "PROVIDER_UNAVAILABLE",
    ],
  ] as const)("%s", (_title, changes, code) => {
    expect(refusalOfSession(session(changes)).code).toBe(code);
  });

  test("says from when on to try again, and offers no second try for an exercise without a video", () => {
    const limited = refusalOfSession(session({ retryAt: "2026-11-27T08:00:00Z" }));
    expect(limited.retryAt).toEqual(new Date("2026-11-27T08:00:00Z"));
    expect(mayHelp(limited)).toBe(true);
    expect(mayHelp(refusalOfSession(session({ status: "NO_VIDEO" })))).toBe(false);
  });

  test("names too many starts with the end of the wait, and leaves other problems to their own sentence", () => {
    const many = new Problem({
      code: "RATE_LIMITED",
      status: 429,
      requestId: null,
      retryAfter: 60,
    });
    expect(refusalOfError(many, now)).toMatchObject({
      code: "RATE_LIMITED",
      retryAt: new Date("2026-11-26T08:01:00Z"),
    });
    const gone = new Problem({ code: "NOT_FOUND", status: 404, requestId: null });
    expect(refusalOfError(gone, now)).toEqual({ code: "OTHER", retryAt: null, error: gone });
  });
});

describe("the ways to play a video", () => {
  const file = "https://cdn.example.com/film.mp4";
  const stream = "https://cdn.example.com/film.m3u8";

  test("a browser that streams plays the stream itself, another one by the library, and both fall back to the file", () => {
    const media = { videoUrl: file, hlsUrl: stream };
    expect(waysToPlay(media, true)).toEqual([
      { kind: "ADDRESS", url: stream },
      { kind: "ADDRESS", url: file },
    ]);
    expect(waysToPlay(media, false)[0]).toEqual({ kind: "LIBRARY", url: stream });
  });

  test("a video without a stream is played as a file", () => {
    expect(waysToPlay({ videoUrl: file, hlsUrl: null }, true)).toEqual([
      { kind: "ADDRESS", url: file },
    ]);
  });
});
