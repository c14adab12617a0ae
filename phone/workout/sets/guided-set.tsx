import type { LoggedSet } from "../../../device/wire/sync-types.ts";
import type { Workouts } from "../../../device/workouts/types.ts";
import type { WorkoutDraft } from "../../../device/workouts/view-types.ts";
import { useLanguage, useMoments } from "../../texts/language.tsx";
import { verdictMessage } from "../../today/verdict-message.ts";
import type { GuidePlace } from "../guide.ts";
import { SetForm } from "./set-form.tsx";
import { hintWords, targetWords } from "./set-words.ts";
import { useWorkoutTexts } from "../texts.ts";
import type { Guide } from "../use-guide.ts";
import { useWorkoutAct } from "../use-workout-act.ts";

/** The set to do now: its target in big letters, the last session, and the values to enter. */
export function GuidedSet({ workouts, draft, place, guide, onEntered }: GuidedSetProps) {
  const texts = useWorkoutTexts();
  const { language } = useLanguage();
  const moments = useMoments(draft.timezone);
  const { run, isBusy } = useWorkoutAct();
  const { exercise, set } = place;
  const { draftId } = draft;
  const hint = hintWords(exercise.hint, { texts, moments });
  const number = exercise.sets.findIndex(({ setKey }) => setKey === set.setKey) + 1;
  const enter = async (entered: LoggedSet) => {
    const isStored = await run(
      `set ${JSON.stringify(entered)}`,
      async (callId) => await workouts.recordSets({ draftId, sets: [entered], callId }),
    );
    if (!isStored) return;
    guide.goOn(exercise.exerciseKey);
    if (entered.completed && set.typed === null) onEntered();
  };
  const fault = set.fault === null ? null : verdictMessage(set.fault.code, language);
  return (
    <section className="card guided">
      <p className="meta">
        {set.target === null
          ? texts.extraSet
          : texts.setOf(moments.number(number), moments.number(exercise.sets.length))}
      </p>
      <h2>{exercise.name}</h2>
      <p className="target">{targetWords(set.target, { texts, moments })}</p>
      {hint !== null && <p className="soft">{hint}</p>}
      {exercise.notes !== null && <p className="soft">{exercise.notes}</p>}
      {fault !== null && <p className="note warn">{texts.likelyRefused(fault)}</p>}
      <SetForm place={place} isBusy={isBusy} onEnter={enter} />
      <div className="buttons">
        <button className="btn quiet" type="button" onClick={() => guide.later(exercise)}>
          {texts.comeBack}
        </button>
      </div>
    </section>
  );
}

interface GuidedSetProps {
  readonly workouts: Workouts;
  readonly draft: WorkoutDraft;
  readonly place: GuidePlace;
  readonly guide: Guide;
  /** Called once a set is stored for the first time. */
  readonly onEntered: () => void;
}
