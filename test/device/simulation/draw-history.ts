import { type Draw, drawFrom } from "../../factories/draw.ts";
import type { Surface } from "../../../device/types.ts";
import {
  ACTS,
  COACH_ACTS,
  ELSEWHERE,
  type Fault,
  FORM_ACTS,
  type ServerEvent,
  type Step,
  surfaceOf,
  WORKOUT_ACTS,
} from "./types.ts";

/** Draws a history from a seed: a person signs in, and then anything happens in any order. */
export function drawHistory(seed: number): readonly Step[] {
  const draw = drawFrom(seed);
  const surface = surfaceOf(seed);
  const length = 14 + draw.below(24);
  const steps: Step[] = [{ kind: "SIGN_IN", person: "A" }, { kind: "SYNC" }];
  while (steps.length < length) steps.push(drawStep(draw, surface));
  return steps;
}

function drawStep(draw: Draw, surface: Surface): Step {
  const kind = draw.pick(BAGS[surface]);
  switch (kind) {
    case "ENQUEUE":
      return { kind, act: draw.pick(ACTS), ...drawPlace(draw) };
    case "TRAIN":
      return { kind, act: draw.pick(TRAINED), ...drawPlace(draw) };
    case "FORM":
      return { kind, act: draw.pick(FILLED_IN), nth: draw.below(50), again: draw.below(6) === 0 };
    case "COACH_ACT":
      return { kind, act: draw.pick(COACH_ACTS), ...drawPlace(draw) };
    case "RESUBMIT":
    case "DISCARD":
      return { kind, nth: draw.below(20) };
    case "WAIT":
      return { kind, ms: draw.pick(WAITS_MS) };
    case "KILL_AT":
      return { kind, nth: 1 + draw.below(12), when: draw.pick(["BEFORE", "AFTER"]) };
    case "FAULTS":
      return { kind, faults: Array.from({ length: 1 + draw.below(3) }, () => draw.pick(FAULTS)) };
    case "CONNECTION":
      return { kind, isUp: draw.below(3) > 0 };
    case "MOST_BYTES":
      return { kind, bytes: draw.pick([null, 700, 1_500, 4_000]) };
    case "DISK":
      return { kind, isFull: draw.below(2) === 0 };
    case "CLOCK":
      return { kind, days: draw.pick([-400, -1, 1, 400]) };
    case "SIGN_IN":
      return { kind, person: draw.pick(["A", "A", "A", "B"]) };
    case "SIGN_OUT":
      return { kind, isSure: draw.below(3) > 0 };
    case "PROVISIONAL":
      return { kind, code: draw.pick(PROVISIONAL) };
    case "ELSEWHERE":
      return { kind, nth: draw.pick(PLACES), isSkip: draw.below(2) === 0 };
    case "SERVER":
      return { kind, event: draw.pick(EVENTS), person: draw.pick(["A", "A", "A", "B"]) };
    default:
      return { kind };
  }
}

/** Most acts on a form write or save. */
const FILLED_IN = [...FORM_ACTS, "READ", "WRITE", "WRITE", "SAVE"] as const;

/** Most drafts get sets and an end. */
const TRAINED = [...WORKOUT_ACTS, "SETS", "SETS", "FINISH", "FINISH", "FINISH"] as const;

function drawPlace(draw: Draw): { readonly task: number; readonly again: boolean } {
  return { task: draw.below(50), again: draw.below(6) === 0 };
}

type Weights = readonly (readonly [kind: Step["kind"], weight: number])[];

/** How often each kind of step is drawn in both apps. */
const WEIGHTS: Weights = [
  ["RESUBMIT", 4],
  ["DISCARD", 2],
  ["SYNC", 8],
  ["REFRESH", 6],
  ["RESTART", 2],
  ["UPDATE", 1],
  ["KILL", 2],
  ["WAIT", 10],
  ["KILL_AT", 7],
  ["FAULTS", 12],
  ["CONNECTION", 4],
  ["MOST_BYTES", 1],
  ["DISK", 2],
  ["CLOCK", 2],
  ["SIGN_IN", 4],
  ["SIGN_OUT", 1],
  ["PROVISIONAL", 2],
  ["UNREADABLE", 1],
  ["CRASHING", 1],
  ["ELSEWHERE", 3],
  ["SERVER", 5],
];

const bagOf = (own: Weights) =>
  [...own, ...WEIGHTS].flatMap(([kind, weight]) => Array.from({ length: weight }, () => kind));

const BAGS: Readonly<Record<Surface, readonly Step["kind"][]>> = {
  CLIENT_MOBILE: bagOf([
    ["ENQUEUE", 36],
    ["TRAIN", 14],
    ["FORM", 14],
  ]),
  COACH_MOBILE: bagOf([["COACH_ACT", 45]]),
};

/** Another phone acts on one of the first tasks, the workout or the form. */
const PLACES = [
  0,
  1,
  2,
  3,
  4,
  ELSEWHERE.WORKOUT,
  ELSEWHERE.WORKOUT,
  ELSEWHERE.FORM,
  ELSEWHERE.FORM,
];

const WAITS_MS = [500, 3_000, 10_000, 60_000, 600_000, 3 * 3_600_000, 26 * 3_600_000];

const FAULTS: readonly Fault[] = [
  "NONE",
  "NOT_SENT",
  "UNREACHABLE",
  "DROPPED",
  "LATE",
  "ANSWER_LOST",
  "CUT_OFF",
  "TRUNCATED",
  "DOUBLED",
  "DOUBLED_LATE",
  "SLOW",
  "CAPTIVE",
  "BUSY",
  "LIMITED",
  401,
  403,
  404,
  413,
  429,
  502,
  503,
];

const PROVISIONAL = [
  "TEMPORARILY_UNPROCESSED",
  "DAY_NOT_OPEN",
  "OPERATION_VERSION_UNSUPPORTED",
] as const;

const EVENTS: readonly ServerEvent[] = [
  "BACK_UP",
  "BACK_UP",
  "RESTORE",
  "PAUSE",
  "RESUME",
  "RESUME",
  "END",
  "SUSPEND",
  "REINSTATE",
  "REINSTATE",
  "END_SESSIONS",
  "REVOKE_DEVICES",
];
