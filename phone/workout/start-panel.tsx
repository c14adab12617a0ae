import { useState } from "react";
import type { Workouts } from "../../device/workouts/types.ts";
import type { TrainableWorkout } from "../../device/workouts/view-types.ts";
import { useAnnounce } from "../app/announce.tsx";
import { useMoments, useTexts } from "../texts/language.tsx";
import { whileWriting } from "../updates/writing.ts";
import { useWorkoutTexts } from "./texts.ts";
import { useCallIds } from "./use-workout-act.ts";

/** A workout before its start: what it contains, and why it cannot begin, if so. */
export function StartPanel({ workouts, workout }: StartPanelProps) {
  const texts = useWorkoutTexts();
  const { notSaved } = useTexts();
  const announce = useAnnounce();
  const moments = useMoments(workout.timezone);
  const callIds = useCallIds();
  const [isBusy, setIsBusy] = useState(false);
  const { taskId, startRefusal } = workout;
  const start = async () => {
    setIsBusy(true);
    try {
      const callId = callIds.idOf(taskId);
      const outcome = await whileWriting(async () => await workouts.start({ taskId, callId }));
      callIds.end(taskId);
      if (outcome.kind === "REFUSED") announce(texts.startRefusal[outcome.code], "fault");
    } catch {
      announce(notSaved, "fault");
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <article className="card padded">
      <h1>{workout.title}</h1>
      <p className="meta">{[moments.localDate(workout.localDate), workout.dayTitle].join(" · ")}</p>
      <p>{texts.size(moments.number(workout.exerciseCount), moments.number(workout.setCount))}</p>
      <p className="hint">
        {texts.startUntil(moments.dayAndTime(Date.parse(workout.expiresAt), 0))}
      </p>
      {startRefusal !== null && <p className="note">{texts.startRefusal[startRefusal]}</p>}
      {/* A refusal may be out of date: the tap asks again. */}
      <button
        className={startRefusal === null ? "btn go" : "btn"}
        type="button"
        disabled={isBusy}
        onClick={() => void start()}
      >
        {texts.start}
      </button>
    </article>
  );
}

interface StartPanelProps {
  readonly workouts: Workouts;
  readonly workout: TrainableWorkout;
}
