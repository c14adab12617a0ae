import { useId, useState } from "react";
import { SESSION_LIMITS } from "../../contract/workouts/session-vocabulary.ts";
import type { Workouts } from "../../device/workouts/types.ts";
import type { WorkoutDraft } from "../../device/workouts/view-types.ts";
import { useLanguage } from "../texts/language.tsx";
import { verdictMessage } from "../today/verdict-message.ts";
import { fromSeenDraft } from "./from-seen-draft.ts";
import { openSetCount } from "./guide.ts";
import { useWorkoutTexts } from "./texts.ts";
import { useWorkoutAct } from "./use-workout-act.ts";

/** Finishes or discards a workout, after it has named the missing sets. */
export function FinishPanel({ workouts, draft, isComplete }: FinishPanelProps) {
  const texts = useWorkoutTexts();
  const [asked, setAsked] = useState<"FINISH" | "DISCARD" | null>(null);
  if (asked === "FINISH")
    return <FinishForm workouts={workouts} draft={draft} onEnd={() => setAsked(null)} />;
  if (asked === "DISCARD")
    return <DiscardPanel workouts={workouts} draft={draft} onEnd={() => setAsked(null)} />;
  return (
    <div className="buttons">
      <button
        className={isComplete ? "btn go" : "btn"}
        type="button"
        onClick={() => setAsked("FINISH")}
      >
        {texts.finish}
      </button>
      <button className="btn quiet" type="button" onClick={() => setAsked("DISCARD")}>
        {texts.discard}
      </button>
    </div>
  );
}

interface FinishPanelProps {
  readonly workouts: Workouts;
  readonly draft: WorkoutDraft;
  /** Whether every set is entered. */
  readonly isComplete: boolean;
}

interface AskedProps extends Pick<FinishPanelProps, "workouts" | "draft"> {
  readonly onEnd: () => void;
}

function FinishForm({ workouts, draft, onEnd }: AskedProps) {
  const texts = useWorkoutTexts();
  const { language } = useLanguage();
  const id = useId();
  const { run, isBusy } = useWorkoutAct();
  const [note, setNote] = useState(draft.note ?? "");
  const { draftId, submitFault } = draft;
  const open = openSetCount(draft);
  const fault = submitFault === null ? null : verdictMessage(submitFault.code, language);
  const finish = async () => {
    const text = note.trim() === "" ? null : note.trim();
    if (text !== draft.note) {
      const madeAt = Date.now();
      const write = async (callId: string) =>
        await fromSeenDraft(
          draft,
          async ({ seenRevision }) =>
            await workouts.writeNote({ draftId, note: text, callId, seenRevision }),
          madeAt,
        );
      if (!(await run(`note ${text}`, write))) return;
    }
    // An answer that gets lost must not finish it twice.
    await run(
      `submit ${draftId}`,
      async (callId) => await workouts.submit({ draftId, confirmed: true, callId }),
    );
  };
  return (
    <section className="card padded">
      <h2>{texts.finishTitle}</h2>
      {open > 0 && <p className="note">{texts.openSets(open)}</p>}
      {fault !== null && <p className="note warn">{texts.likelyRefused(fault)}</p>}
      <div className="field">
        <label htmlFor={id}>{texts.sessionNote}</label>
        <textarea
          id={id}
          className="input"
          rows={3}
          maxLength={SESSION_LIMITS.sessionNoteLength}
          value={note}
          onChange={({ target }) => setNote(target.value)}
        />
      </div>
      <div className="buttons">
        <button className="btn go" type="button" disabled={isBusy} onClick={() => void finish()}>
          {texts.finishNow}
        </button>
        <button className="btn quiet" type="button" onClick={onEnd}>
          {texts.keepTraining}
        </button>
      </div>
    </section>
  );
}

function DiscardPanel({ workouts, draft, onEnd }: AskedProps) {
  const texts = useWorkoutTexts();
  const { run, isBusy } = useWorkoutAct();
  const { draftId } = draft;
  const discard = async () =>
    await run(`discard ${draftId}`, async (callId) => await workouts.discard({ draftId, callId }));
  return (
    <section className="card padded" role="alert">
      <p>{texts.discardTitle}</p>
      <div className="buttons">
        <button className="btn go" type="button" onClick={onEnd}>
          {texts.keep}
        </button>
        <button className="btn bad" type="button" disabled={isBusy} onClick={() => void discard()}>
          {texts.discardNow}
        </button>
      </div>
    </section>
  );
}
