import type * as z from "zod";
import {
  DetailShape,
  exerciseOf,
  ExerciseShape,
  FaultShape,
  IdShape,
  ListShape,
  MediaShape,
  UsageShape,
} from "./api-v2-shapes.ts";
import { callProvider, type ProviderAnswer, type Send } from "./call-provider.ts";
import type {
  ExerciseProvider,
  IntegrationRecord,
  MediaOutcome,
  ProviderRefusal,
  ProviderWarning,
  SignedMedia,
  UsageOutcome,
} from "./exercise-provider.ts";
import { readItems } from "./read-items.ts";
import { containsMediaUrl } from "./contains-media-url.ts";

/** Client of the metered exercise provider, API v2. */
export function createApiV2Provider(account: ApiV2Account, send: Send = fetch): ExerciseProvider {
  const ask = async (path: string, query: Record<string, string>, withinMs: number) => {
    const url = new URL(`${account.apiUrl.replace(/\/$/, "")}/${path}`);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    const headers = { "x-api-key": account.apiKey, accept: "application/json" };
    return await callProvider(send, { url, headers, withinMs });
  };
  const browse = async (path: string, query: Record<string, string>) => {
    const answer = await ask(path, { ...query, ...WITHOUT_MEDIA }, METADATA_WITHIN_MS);
    return answer.outcome === "ANSWER" && containsMediaUrl(answer.json)
      ? ({ outcome: "MEDIA_IN_BROWSE" } as const)
      : answer;
  };
  return {
    record: account.record,
    catalogue: {
      async browse(page) {
        const query = { page: String(page), pageSize: String(PAGE_SIZE) };
        const answer = await browse("exercises", query);
        if (answer.outcome !== "ANSWER") return answer;
        const read = readAnswer(answer, ListShape);
        if ("outcome" in read)
          return read.outcome === "NOT_FOUND" ? { outcome: "MALFORMED" } : read;
        const { pagination, data } = read.read;
        if (pagination.page !== page) return { outcome: "MALFORMED" };
        const items = readItems(data, { item: ExerciseShape, id: IdShape });
        if (items === null) return { outcome: "MALFORMED" };
        return {
          outcome: "PAGE",
          exercises: items.read.map(exerciseOf),
          leftOut: items.leftOut,
          total: pagination.total,
          pages: pagination.totalPages,
        };
      },
      async detail(id) {
        const answer = await browse(`exercises/${encodeURIComponent(id)}`, {});
        if (answer.outcome !== "ANSWER") return answer;
        const read = readAnswer(answer, DetailShape);
        return "outcome" in read
          ? read
          : { outcome: "DETAIL", exercise: exerciseOf(read.read.data) };
      },
    },
    media: {
      async media(id, withinMs): Promise<MediaOutcome> {
        const answer = await ask(
          `exercises/${encodeURIComponent(id)}`,
          { includeVideos: "true" },
          withinMs,
        );
        if (answer.outcome !== "ANSWER") return answer;
        if (answer.status === 429 && isMinutesCap(answer)) {
          return { outcome: "CAPPED", cap: "MINUTES", warning: null };
        }
        const read = readAnswer(answer, MediaShape);
        return "outcome" in read ? read : mediaOf(read.read, account);
      },
      async usage(): Promise<UsageOutcome> {
        const answer = await ask("usage", {}, METADATA_WITHIN_MS);
        if (answer.outcome !== "ANSWER") return answer;
        const read = readAnswer(answer, UsageShape);
        if ("outcome" in read)
          return read.outcome === "NOT_FOUND" ? { outcome: "MALFORMED" } : read;
        const { data } = read.read;
        return {
          outcome: "USAGE",
          plan: data.plan,
          exercisesUsed: data.monthlyExercisesUsed,
          exercisesLimit: limitOf(data.monthlyExerciseLimit),
          minutesUsed: data.minutesUsed,
          minutesLimit: limitOf(data.minutesLimit),
        };
      },
    },
  };
}

/** Exercises on one page, the provider's maximum. */
const PAGE_SIZE = 50;
const METADATA_WITHIN_MS = 15_000;
/** The pause after a rate limit without a stated time. */
const USUAL_PAUSE_MS = 60_000;
const LONGEST_PAUSE_MS = 10 * 60_000;

/** Both mean the same; the age of the key decides which one the provider reads. */
const WITHOUT_MEDIA = { excludeVideos: "1", includeVideos: "false" };

/** An account at a provider with API v2. */
export type ApiV2Account = {
  readonly record: IntegrationRecord;
  /** E.g. `https://provider.example/api/v2`. */
  readonly apiUrl: string;
  readonly apiKey: string;
  /** Allows media over plain HTTP, for the fake provider only. */
  readonly allowsPlainMedia?: boolean;
};

type Refused = ProviderRefusal | { readonly outcome: "NOT_FOUND" };

/** The parsed answer, or why there is none. No content of an invalid answer is reported. */
function readAnswer<Shape extends z.ZodType>(
  { status, json }: ProviderAnswer,
  shape: Shape,
): { readonly read: z.output<Shape> } | Refused {
  if (status === 401 || status === 403) return { outcome: "UNAUTHORISED" };
  if (status === 404) return { outcome: "NOT_FOUND" };
  if (status === 429) return { outcome: "RATE_LIMITED", pauseMs: pauseOf(json) };
  if (status >= 500) return { outcome: "UNAVAILABLE", sent: true };
  const read = shape.safeParse(json);
  return status === 200 && read.success ? { read: read.data } : { outcome: "MALFORMED" };
}

function pauseOf(json: unknown): number {
  const fault = FaultShape.safeParse(json);
  if (!fault.success) return USUAL_PAUSE_MS;
  const { error, retryAfterMs } = fault.data;
  const within = typeof error === "object" ? error?.retryAfterMs : null;
  return Math.min(LONGEST_PAUSE_MS, Math.max(0, retryAfterMs ?? within ?? USUAL_PAUSE_MS));
}

/** The 429 that no pause cures: the plan's minutes are used up. */
function isMinutesCap({ json }: ProviderAnswer): boolean {
  const fault = FaultShape.safeParse(json);
  if (!fault.success) return false;
  const { error } = fault.data;
  return /minutes/i.test(typeof error === "string" ? error : (error?.code ?? ""));
}

function mediaOf(
  { data, _warning: rawWarning }: z.output<typeof MediaShape>,
  { record, allowsPlainMedia = false }: ApiV2Account,
): MediaOutcome {
  const isCap = rawWarning?.reason === "monthly_exercise_cap";
  const warning = warningOf(rawWarning?.reason);
  const trusted = (text: string | null | undefined) =>
    typeof text === "string" && isTrusted(text, record.mediaHosts, allowsPlainMedia) ? text : null;
  const videoUrl = trusted(data.videoUrl);
  if (videoUrl !== null) {
    const media: SignedMedia = {
      videoUrl,
      hlsUrl: trusted(data.videoHlsUrl),
      thumbnailUrl: trusted(data.thumbnailUrl),
      videoSeconds:
        typeof data.videoDurationSecs === "number" ? Math.ceil(data.videoDurationSecs) : null,
      expiresAt: expiryOf(videoUrl),
    };
    return { outcome: "HAS_MEDIA", media, warning };
  }
  if (isCap) return { outcome: "CAPPED", cap: "EXERCISES", warning };
  if (typeof data.videoUrl === "string") return { outcome: "MALFORMED" };
  return data.hasVideo === true ? { outcome: "MALFORMED" } : { outcome: "NO_VIDEO" };
}

function isTrusted(text: string, hosts: readonly string[], allowsPlain: boolean): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, host } = new URL(text);
  return hosts.includes(host) && (protocol === "https:" || (allowsPlain && protocol === "http:"));
}

function warningOf(reason: string | undefined): ProviderWarning | null {
  if (reason === undefined) return null;
  return reason === "monthly_exercise_cap" ? reason : "other";
}

/** Expiry of a signed address; one without an expiry counts as expired. */
function expiryOf(signed: string): Date {
  return new Date(Number(new URL(signed).searchParams.get("expires") ?? 0) * 1_000);
}

function limitOf(limit: number | "unlimited" | null | undefined): number | null {
  return typeof limit === "number" ? limit : null;
}
