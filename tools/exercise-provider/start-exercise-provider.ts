import { createHmac } from "node:crypto";
import { createServer } from "node:http";
import express, { type Request, type Response } from "express";
import * as z from "zod";
import { openListener } from "../provider/listener.ts";
import { refuseForeignNames } from "../provider/refuse-foreign-names.ts";
import {
  type FakeCounters,
  type FakeSwitches,
  openAccount,
  AllSwitches,
  USUAL_SWITCHES,
} from "./account.ts";
import { CLIP_FILE, clipPlaylist } from "./clip.ts";
import { type FakeExercise, makeExercises } from "./make-exercises.ts";

/**
 * Starts a fake exercise provider that speaks API v2 of the real one. It has pages, both formats of faults, warnings,
 * limits, pauses and expiring signed addresses. `/control` shows the counts and sets the faults.
 */
export async function startExerciseProvider(
  options: FakeProviderOptions,
): Promise<RunningFakeProvider> {
  const { now = Date.now } = options;
  const library = options.exercises ?? makeExercises();
  let switches: FakeSwitches = { ...USUAL_SWITCHES, ...options.switches };
  const set = (changed: Partial<FakeSwitches>) => void (switches = { ...switches, ...changed });
  const account = openAccount(() => switches, now);
  let origin = "";

  const present = () =>
    library
      .filter(({ id }) => !switches.vanished.includes(id))
      .map((exercise) => ({ ...exercise, ...switches.changed[exercise.id] }));
  const fail = (res: Response, status: number, code: string, more: object = {}) =>
    void res
      .status(status)
      .json(
        switches.envelope === "text"
          ? { error: code, ...more }
          : { error: { code, message: code }, ...more },
      );

  /** Signed addresses of the clip, valid for 48 hours. */
  const media = (exercise: FakeExercise) => {
    if (!exercise.hasVideo)
      return { videoUrl: null, videoHlsUrl: null, thumbnailUrl: null, videos: [] };
    const expires = Math.floor((now() + EXPIRES_AFTER_MS) / 1_000);
    const signed = (file: string) =>
      `${origin}/clips/${exercise.id}/${file}?expires=${expires}&token=${sign(exercise.id, expires)}`;
    const urls = {
      videoUrl: signed("clip.mp4"),
      videoHlsUrl: signed("clip.m3u8"),
      thumbnailUrl: signed("clip.png"),
    };
    return {
      ...urls,
      videos: [
        {
          id: exercise.id,
          ...urls,
          tag: "white-background",
          orientation: "portrait",
          isPrimary: true,
        },
      ],
    };
  };
  const sign = (id: string, expires: number) =>
    createHmac("sha256", options.apiKey).update(`${id} ${expires}`).digest("hex");

  const app = express().disable("x-powered-by");
  app.use(refuseForeignNames);
  app.get("/health/ready", (_req, res) => void res.json({ status: "ready" }));
  app.get("/control/counters", (_req, res) => void res.json(account.counters()));
  app.post("/control/switches", express.json(), (req, res) => {
    const changed = z.record(z.string(), z.unknown()).parse(req.body);
    switches = AllSwitches.parse({ ...switches, ...changed });
    res.json(switches);
  });
  app.get("/clips/:id/:file", (req, res) => {
    const expires = Number(req.query["expires"]);
    const isSigned = req.query["token"] === sign(req.params.id, expires);
    if (!isSigned || expires * 1_000 <= now()) return void res.sendStatus(403);
    // A page that streams asks for the parts itself.
    res.set({ "access-control-allow-origin": "*", "cache-control": "no-store" });
    if (!req.params.file.endsWith(".m3u8")) return res.sendFile(CLIP_FILE);
    const file = `${origin}${req.originalUrl.replace(req.params.file, "clip.mp4")}`;
    res.set("content-type", "application/vnd.apple.mpegurl").send(clipPlaylist(file));
  });

  const api = express.Router();
  api.use((req, res, next) => {
    const pauseMs = account.call();
    if (req.get("x-api-key") !== options.apiKey || switches.fault === "unauthorised") {
      return fail(res, 401, "INVALID_API_KEY");
    }
    if (pauseMs > 0) return fail(res, 429, "RATE_LIMITED", { retryAfterMs: pauseMs });
    if (switches.fault === "failing") return fail(res, 503, "INTERNAL_ERROR");
    if (switches.fault === "slow") return void setTimeout(next, SLOW_MS).unref();
    next();
  });
  api.get("/exercises", (req, res) => {
    account.browsed();
    const all = present();
    const requestedPage = Number(req.query["page"] ?? 1);
    const pageSize = Math.min(MOST_A_PAGE, Number(req.query["pageSize"] ?? USUAL_PAGE));
    const page = switches.fault === "repeating-pages" ? 1 : requestedPage;
    const slice =
      switches.fault === "endless"
        ? all.slice(0, pageSize)
        : all.slice((page - 1) * pageSize, page * pageSize);
    const withMedia = switches.mediaInBrowse || (switches.oldKey && !isWithout(req));
    const totalPages =
      switches.fault === "endless" ? requestedPage + 1 : Math.ceil(all.length / pageSize);
    answer(res, {
      data: slice.map((exercise) => ({ ...exercise, ...(withMedia && media(exercise)) })),
      pagination: { page: requestedPage, pageSize, total: all.length, totalPages },
      ...(!withMedia && { _notice: { reason: "browse_mode" } }),
    });
  });
  api.get(["/exercises/muscle-groups", "/exercises/exercise-types"], (req, res) => {
    const of = (exercise: FakeExercise) =>
      req.path.endsWith("types") ? exercise.exerciseType : [exercise.muscleGroup];
    const counts = Map.groupBy(present().flatMap(of), (slug) => slug);
    answer(res, {
      data: [...counts].map(([slug, all]) => ({ slug, name: slug, exerciseCount: all.length })),
    });
  });
  api.get("/exercises/:id", (req, res) => {
    const exercise = present().find(({ id, slug }) => [id, slug].includes(req.params.id));
    if (exercise === undefined) return fail(res, 404, "NOT_FOUND");
    if (isWithout(req)) {
      account.browsed();
      return answer(res, { data: { ...exercise, ...(switches.mediaInBrowse && media(exercise)) } });
    }
    const played = exercise.hasVideo
      ? account.played(exercise.id, exercise.videoDurationSecs ?? 0)
      : "COUNTED";
    if (played === "MINUTES_CAP") return fail(res, 429, "VIDEO_MINUTES_EXCEEDED");
    if (played === "COUNTED") return answer(res, { data: { ...exercise, ...media(exercise) } });
    const { uniques } = account.counters();
    const used = { monthlyExercisesUsed: uniques, monthlyExerciseLimit: switches.uniqueLimit };
    const warning = {
      reason: "monthly_exercise_cap",
      message: "Your plan is used up.",
      ...used,
      upgradeUrl: `${origin}/upgrade`,
    };
    answer(res, { data: exercise, _warning: warning });
  });
  api.get("/usage", (_req, res) => {
    const { uniques, minutes } = account.counters();
    const { minutesLimit, uniqueLimit } = switches;
    answer(res, {
      data: {
        plan: "fake",
        status: "active",
        minutesUsed: minutes,
        minutesLimit: minutesLimit ?? "unlimited",
        minutesRemaining: minutesLimit === null ? "unlimited" : Math.max(0, minutesLimit - minutes),
        percentUsed: minutesLimit === null ? 0 : Math.round((minutes / minutesLimit) * 100),
        rateLimit: switches.callsPerMinute ?? "unlimited",
        monthlyExercisesUsed: uniques,
        monthlyExerciseLimit: uniqueLimit ?? "unlimited",
        whiteVideoAccess: true,
        premiumVideoAccess: false,
      },
    });
  });
  app.use("/api/v2", api);

  /** Sends the answer, or a damaged one if a transport fault is set. */
  function answer(res: Response, body: object): void {
    const text = JSON.stringify(body);
    res.set("content-type", "application/json");
    if (switches.fault === "torn")
      return void res.write(text.slice(0, text.length / 2), () => res.destroy());
    if (switches.fault === "huge") return void res.end(Buffer.alloc(HUGE_BYTES, " "));
    if (switches.fault === "bad-utf-8")
      return void res.end(Buffer.concat([Buffer.from(text), Buffer.from([0xc3, 0x28])]));
    res.end(text);
  }

  const listener = openListener(createServer(app), options.port);
  const host = `127.0.0.1:${await listener.up()}`;
  origin = `http://${host}`;
  return {
    apiUrl: `${origin}/api/v2`,
    host,
    counters: account.counters,
    set,
    stop: listener.down,
  };
}

export type FakeProviderOptions = {
  /** Port on the loopback address; 0 takes a free one. */
  readonly port: number;
  readonly apiKey: string;
  readonly exercises?: readonly FakeExercise[];
  readonly switches?: Partial<FakeSwitches>;
  readonly now?: () => number;
};

export type RunningFakeProvider = {
  /** Address for an adapter. */
  readonly apiUrl: string;
  readonly host: string;
  readonly counters: () => FakeCounters;
  readonly set: (switches: Partial<FakeSwitches>) => void;
  readonly stop: () => Promise<void>;
};

const MOST_A_PAGE = 50;
const USUAL_PAGE = 20;
/** Lifetime of signed addresses, as the real provider states it. */
const EXPIRES_AFTER_MS = 48 * 3_600_000;
const SLOW_MS = 20_000;
const HUGE_BYTES = 50_000_000;

/** Whether the request excludes media. Two parameters can say so; the one that excludes wins. */
function isWithout({ query }: Request): boolean {
  return query["excludeVideos"] === "1" || query["includeVideos"] === "false";
}
