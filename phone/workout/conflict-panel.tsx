import { useState } from "react";
import {
  CONFLICT_CHOICES,
  type ConflictChoice,
} from "../../contract/workouts/session-vocabulary.ts";
import type { WorkoutConflict } from "../../device/wire/workout-types.ts";
import type { ResolveOutcome } from "../../device/workouts/outcome-types.ts";
import type { Workouts } from "../../device/workouts/types.ts";
import type { WorkoutDraft } from "../../device/workouts/view-types.ts";
import { useAnnounce } from "../app/announce.tsx";
import { useMoments, useTexts } from "../texts/language.tsx";
import { whileWriting } from "../updates/writing.ts";
import { useWorkoutTexts } from "./texts.ts";
import type { WorkoutTexts } from "./texts-en.ts";
import { useCallIds } from "./use-workout-act.ts";

/** A workout that the server could not accept: what differs, and the choices with their consequences. */
export function ConflictPanel({ workouts, draft }: ConflictPanelProps) {
  const texts = useWorkoutTexts();
  const moments = useMoments(draft.timezone);
  const { conflict } = draft;
  const kinds: Readonly<Record<string, string>> = texts.conflict;
  return (
    <section className="card padded conflict">
      <h2>{texts.draftStatus.CONFLICTED}</h2>
      <p>
        {conflict === null ? texts.conflictOther : (kinds[conflict.kind] ?? texts.conflictOther)}
      </p>
      {conflict === null ? (
        <ReadConflict workouts={workouts} />
      ) : (
        <>
          <Differences conflict={conflict} />
          <p className="hint">
            {texts.conflictUntil(moments.localDate(conflict.expiresAt.slice(0, 10)))}
          </p>
          <Choices workouts={workouts} conflict={conflict} />
        </>
      )}
    </section>
  );
}

interface ConflictPanelProps {
  readonly workouts: Workouts;
  readonly draft: WorkoutDraft;
}

function ReadConflict({ workouts }: Pick<ConflictPanelProps, "workouts">) {
  const texts = useWorkoutTexts();
  const [isReading, setIsReading] = useState(false);
  const [isOffline, setIsOffline] = useState(false);
  const read = async () => {
    setIsReading(true);
    const found = await workouts.conflicts().catch(() => null);
    setIsOffline(found?.read !== "READ");
    setIsReading(false);
  };
  return (
    <>
      {isOffline && <p className="note">{texts.conflictOffline}</p>}
      <div className="buttons">
        <button className="btn go" type="button" disabled={isReading} onClick={() => void read()}>
          {texts.conflictRead}
        </button>
      </div>
    </>
  );
}

/** How many sets and targets differ. */
function Differences({ conflict: { explanation } }: { readonly conflict: WorkoutConflict }) {
  const texts = useWorkoutTexts();
  const moments = useMoments();
  if (explanation === null) return null;
  const { sets, targets } = explanation;
  const kinds = ["ONLY_IN_DRAFT", "ONLY_ON_SERVER", "CHANGED"] as const;
  const lines = [
    ...kinds.flatMap((kind) => {
      const count = sets.filter(({ difference }) => difference === kind).length;
      return count === 0 ? [] : [texts.differences[kind](moments.number(count))];
    }),
    ...(targets.length === 0 ? [] : [texts.changedTargets(moments.number(targets.length))]),
  ];
  return (
    <ul>
      {lines.map((line) => (
        <li key={line} className="soft">
          {line}
        </li>
      ))}
    </ul>
  );
}

function Choices({ workouts, conflict }: ChoicesProps) {
  const texts = useWorkoutTexts();
  const { notSaved } = useTexts();
  const announce = useAnnounce();
  const callIds = useCallIds();
  const [isBusy, setIsBusy] = useState(false);
  const { conflictId, options } = conflict;
  const resolve = async (choice: ConflictChoice) => {
    setIsBusy(true);
    const content = `${conflictId} ${choice}`;
    try {
      const callId = callIds.idOf(content);
      const outcome = await whileWriting(
        async () => await workouts.resolve({ conflictId, choice, callId }),
      );
      callIds.end(content);
      announce(outcomeWords(outcome, texts), outcome.kind === "RESOLVED" ? "done" : "fault");
    } catch {
      announce(notSaved, "fault");
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <ul className="choices">
      {CONFLICT_CHOICES.filter((choice) => options.includes(choice)).map((choice) => (
        <li key={choice}>
          <button
            className={choice === "DISCARD" ? "btn bad" : "btn"}
            type="button"
            disabled={isBusy}
            aria-describedby={`choice-${choice}`}
            onClick={() => void resolve(choice)}
          >
            {texts.choices[choice]}
          </button>
          <p className="hint" id={`choice-${choice}`}>
            {texts.choiceWhy[choice]}
          </p>
        </li>
      ))}
    </ul>
  );
}

interface ChoicesProps extends Pick<ConflictPanelProps, "workouts"> {
  readonly conflict: WorkoutConflict;
}

function outcomeWords({ kind }: ResolveOutcome, texts: WorkoutTexts): string {
  if (kind === "RESOLVED") return texts.resolved;
  if (kind === "NOT_READ") return texts.resolveNotRead;
  if (kind === "CHANGED") return texts.resolveChanged;
  return kind === "REFUSED_AGAIN" ? texts.resolveRefused : texts.resolveLater;
}
