import type { Workouts } from "../../../../device/workouts/types.ts";
import type { ActOutcome } from "../../../../device/workouts/act-outcome.ts";
import type { WorkoutDraft } from "../../../../device/workouts/view-types.ts";
import { en as words } from "../../../../phone/texts/en.ts";
import { verdictMessage } from "../../../../phone/today/verdict-message.ts";
import { openSetCount } from "../../../../phone/workout/guide.ts";
import { valuesWords } from "../../../../phone/workout/sets/set-words.ts";
import { en } from "../../../../phone/workout/texts-en.ts";
import type { Command } from "../command.ts";
import { momentsOf } from "../../../../phone/texts/moments.ts";
import { draftAt, readShownWorkouts, setAt, workoutAt } from "./shown-workouts.ts";
import { draftLines, startLines, workoutListLines } from "./workout-lines.ts";
import { writtenSet } from "./written-set.ts";

/** Commands that train a workout, with or without a connection. */
export const WORKOUT_COMMANDS: Readonly<Record<string, Command>> = {
  workouts: {
    usage: "workouts",
    does: "lists the workouts on this phone with their numbers",
    run: async (phone) => workoutListLines((await readShownWorkouts(phone)).list, phone.now()),
  },
  workout: {
    usage: "workout <workout>",
    does: "shows a workout, or its draft with the numbers of its sets",
    run: async (phone, [place]) => {
      const shown = await readShownWorkouts(phone);
      const workout = workoutAt(shown, place);
      if (workout.draft === null) return startLines(workout);
      return draftLines(await draftAt(shown, place));
    },
  },
  start: {
    usage: "start <workout>",
    does: "starts a workout, or continues its draft",
    run: async (phone, [place]) => {
      const { workouts, ...shown } = await readShownWorkouts(phone);
      const outcome = await workouts.start({ taskId: workoutAt(shown, place).taskId });
      if (outcome.kind === "REFUSED") throw new Error(en.startRefusal[outcome.code]);
      const draft = await workouts.draft({ draftId: outcome.draftId });
      return draft === null ? [] : draftLines(draft);
    },
  },
  log: {
    usage: "log <workout>[.<exercise>.<set>] [<input>=<value>…]",
    does: "logs a set, by default the next one, such as: log 1 weight=60 reps=8",
    run: async (phone, [place, ...values]) => {
      const shown = await readShownWorkouts(phone);
      const draft = await draftAt(shown, place);
      const at = setAt(draft, place);
      const set = writtenSet(at, values, { texts: en, moments });
      const outcome = await shown.workouts.recordSets({ draftId: draft.draftId, sets: [set] });
      const what = `${at.exercise.name}: ${valuesWords(set.values, { texts: en, moments })}`;
      return [...warningOf(outcome), `${what}. ${words.saved}.`];
    },
  },
  finish: {
    usage: "finish <workout> [<note>]",
    does: "finishes a workout, with a note for the coach; open sets count as not done",
    run: async (phone, [place, ...written]) => {
      const shown = await readShownWorkouts(phone);
      const draft = await draftAt(shown, place);
      return [...openLines(draft), ...(await finish(shown.workouts, draft, written.join(" ")))];
    },
  },
};

const moments = momentsOf("en");

function openLines(draft: WorkoutDraft): readonly string[] {
  const open = openSetCount(draft);
  return open === 0 ? [] : [en.openSets(open)];
}

async function finish(
  workouts: Workouts,
  { draftId, note: former }: WorkoutDraft,
  note: string,
): Promise<readonly string[]> {
  if (note !== "" && note !== former) warningOf(await workouts.writeNote({ draftId, note }));
  const outcome = await workouts.submit({ draftId, confirmed: true });
  return [...warningOf(outcome), `${words.saved}.`];
}

/**
 * Warning of a probable refusal.
 *
 * @throws Error with the reason why an act was not stored.
 */
function warningOf(outcome: ActOutcome): readonly string[] {
  if (outcome.kind === "REFUSED") throw new Error(en.actRefusal[outcome.code]);
  if (outcome.kind === "STALE") throw new Error(en.actStale);
  const { prediction } = outcome;
  const sentence = prediction.kind === "REFUSED" ? verdictMessage(prediction.code, "en") : null;
  return sentence === null ? [] : [en.likelyRefused(sentence)];
}
