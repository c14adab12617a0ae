import fc from "fast-check";
import type { Operation } from "../../../contract/sync/schema.ts";
import { queued } from "../sync/sync.ts";
import { type BuiltWorkout, squats } from "./workouts.ts";

/** One operation of a phone's queue, with numbers for the objects it names. */
export interface BatchedCommand {
  readonly verb: (typeof VERBS)[number];
  readonly workout: number;
  readonly draft: number;
  readonly revision: number;
  readonly weight: number;
  /** Index of the operation that this one replaces, which may come later or never; null for none. */
  readonly inPlaceOf: number | null;
}

const VERBS = [
  "start",
  "log",
  "submit",
  "submit",
  "submit",
  "correct",
  "correct",
  "discard",
  "skip workout",
  "begin workout",
  "complete habit",
  "skip habit",
] as const;

/** A queue of taps and sessions on the same tasks, some of which replace others. */
export const batchedCommands: fc.Arbitrary<readonly BatchedCommand[]> = fc.array(
  fc.record({
    verb: fc.constantFrom(...VERBS),
    workout: fc.constantFrom(0, 0, 1, 1, 2, 2, 3),
    draft: fc.constantFrom(0, 0, 1, 2),
    revision: fc.integer({ min: 1, max: 6 }),
    weight: fc.constantFrom(60, 80, 100),
    inPlaceOf: fc.option(fc.nat({ max: 13 }), { freq: 2 }),
  }),
  { minLength: 2, maxLength: 12 },
);

/** Turns commands into operations for one relationship. */
export interface BatchStage {
  readonly workouts: readonly BuiltWorkout[];
  readonly sessionIds: readonly string[];
  readonly habit: string;
}

/** The operations of a queue: with the same ids and instants on each stage. */
export function operationsOf(
  commands: readonly BatchedCommand[],
  stage: BatchStage,
): readonly Operation[] {
  return commands.map((command, place) => {
    const [type, payload] = payloadOf(command, stage);
    const { inPlaceOf } = command;
    const replaces = inPlaceOf !== null && inPlaceOf !== place && !isLateMiddle(commands, place);
    return queued(type, payload, {
      clientOperationId: `op-${place}`,
      localSequence: place,
      ...(replaces && { resubmitOf: `op-${inPlaceOf}` }),
    });
  });
}

/**
 * Whether a command replaces a later one that replaces others itself. Sent one by one, the server learns of that chain
 * too late (docs/rooms/sync.md#dependencies); in one batch it reads the chain from the operations.
 */
function isLateMiddle(commands: readonly BatchedCommand[], place: number): boolean {
  const { inPlaceOf = null } = commands[place] ?? {};
  if (inPlaceOf === null || inPlaceOf < place) return false;
  return (commands[inPlaceOf]?.inPlaceOf ?? null) !== null;
}

function payloadOf(
  { verb, workout: index, draft, revision, weight }: BatchedCommand,
  { workouts, sessionIds, habit }: BatchStage,
): readonly [string, Record<string, unknown>] {
  const workout = workouts[index];
  const clientSessionId = sessionIds[draft];
  if (workout === undefined || clientSessionId === undefined) throw new RangeError("No such draft");
  const { taskId, packageId, packageChecksum } = workout;
  const named = { clientSessionId, clientRevision: revision, taskId, packageId, packageChecksum };
  const sets = [squats(`set-${revision % 2}`, weight)];
  switch (verb) {
    case "start":
      return ["workout.start-session", { ...named, startedAt: STARTED }];
    case "log":
      return ["workout.upsert-set", { ...named, sets }];
    case "submit":
      return [
        "workout.submit-session",
        {
          ...named,
          frozenRevision: revision,
          startedAt: STARTED,
          finishedAt: FINISHED,
          exercises: [],
          sets,
        },
      ];
    case "correct":
      return ["workout.correct-session", { ...named, sets }];
    case "discard":
      return ["workout.discard-session", { ...named, reason: null }];
    case "skip workout":
      return ["quick-log.skip", { taskId, reason: "PAIN_OR_INJURY" }];
    case "begin workout":
      return ["today.start", { taskId }];
    case "complete habit":
      return ["quick-log.complete-task", { taskId: habit }];
    case "skip habit":
      return ["quick-log.skip", { taskId: habit, reason: "REQUEST_HELP" }];
  }
}

const STARTED = "2026-01-05T07:00:00.000Z";
const FINISHED = "2026-01-05T08:00:00.000Z";
