import { type ReactNode, useEffect, useRef, useState } from "react";
import { type Done, UndoBar } from "../../kit/undo-bar.tsx";
import { useTexts } from "../../texts/use-texts.ts";
import type { Exercise } from "../exercise-query.ts";
import { ArchiveDialog } from "./archive-dialog.tsx";
import type { AskedAct } from "./exercise-acts.tsx";
import { OwnDialog } from "./own-dialog.tsx";

/** The dialogs for exercises of the workspace, and the bar that says what was done. `open` shows an exercise. */
export function useOwnExercises(open: (exerciseId: string) => void): OwnExercises {
  const { t } = useTexts();
  const [asked, setAsked] = useState<Asked | null>(null);
  const [done, setDone] = useState<Done | null>(null);
  const dismiss = useRef(() => setDone(null)).current;
  const close = () => setAsked(null);
  useEffect(() => {
    if (done === null) return undefined;
    const timer = setTimeout(focusName, FOCUS_IS_BACK_MS);
    return () => clearTimeout(timer);
  }, [done]);
  const finish = (kind: Asked["kind"]) => (exercise: Exercise) => {
    close();
    setDone({ text: t(`exercises.did.${kind}`, { name: exercise.name }), undo: null });
    if (kind === "NEW" || kind === "COPY") open(exercise.exerciseId);
  };
  return {
    ask: setAsked,
    create: () => setAsked({ kind: "NEW" }),
    shown: (
      <>
        {asked?.kind === "ARCHIVE" && (
          <ArchiveDialog exercise={asked.exercise} archived={finish("ARCHIVE")} close={close} />
        )}
        {asked !== null && isOwnDialog(asked) && (
          <OwnDialog asked={asked} saved={finish(asked.kind)} close={close} />
        )}
        {done && <UndoBar done={done} dismiss={dismiss} />}
      </>
    ),
  };
}

/** The button of an act may be gone with it; the exercise's name then takes the focus. */
function focusName(): void {
  if (document.activeElement !== document.body) return;
  document.querySelector<HTMLElement>(".exercise-name")?.focus();
}

/** A closed dialog has given the focus back by then. */
const FOCUS_IS_BACK_MS = 100;

interface OwnExercises {
  /** Asks about an act on an exercise. */
  readonly ask: (asked: AskedAct) => void;
  /** Begins a new one. */
  readonly create: () => void;
  readonly shown: ReactNode;
}

type Asked = AskedAct | { readonly kind: "NEW" };

const isOwnDialog = (asked: Asked): asked is Exclude<Asked, { readonly kind: "ARCHIVE" }> =>
  asked.kind !== "ARCHIVE";
