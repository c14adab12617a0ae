import { type ReactNode, useState } from "react";
import { useActReason } from "../../frame/use-act-reason.ts";
import { Button } from "../../kit/button.tsx";
import { useKeys } from "../../kit/keys/use-keys.ts";
import { laterDialog } from "../../kit/later/later-dialog.tsx";
import { useLater } from "../../kit/hooks/use-later.ts";
import { useTexts } from "../../texts/use-texts.ts";
import type { Exercise } from "../exercise-query.ts";

const adding = laterDialog(
  async () => (await import("../../plans/add-exercise/add-exercise-dialog.tsx")).AddExerciseDialog,
);

/**
 * The acts on an open exercise. A coach puts it into a program and copies it, and edits or archives those of the
 * workspace.
 */
export function ExerciseActs({ exercise, ask }: ExerciseActsProps): ReactNode {
  const { t } = useTexts();
  const [isAdding, setIsAdding] = useState(false);
  useLater(adding.load);
  const isActive = exercise.status === "ACTIVE";
  const isOwn = exercise.source === "workspace" && isActive;
  const withdrawn = isActive ? null : t("plans.problem.exercise_withdrawn");
  const offReason = useActReason("plans.manage") ?? withdrawn;
  const readOnly = useActReason();
  useKeys([
    {
      keys: ["a"],
      label: t("exercises.key.toPlan"),
      isShown: true,
      isOff: offReason !== null,
      run: () => setIsAdding(true),
    },
    {
      keys: ["c"],
      label: t("exercises.key.copy"),
      isShown: true,
      isOff: readOnly !== null,
      run: () => ask({ kind: "COPY", exercise }),
    },
    {
      keys: ["e"],
      label: t("exercises.key.edit"),
      isShown: isOwn,
      isOff: !isOwn || readOnly !== null,
      run: () => ask({ kind: "EDIT", exercise }),
    },
  ]);
  return (
    <div className="row-h wrap">
      <Button keys="a" offReason={offReason} onPress={() => setIsAdding(true)}>
        {t("exercises.toPlan")}
      </Button>
      {isOwn && (
        <Button keys="e" offReason={readOnly} onPress={() => ask({ kind: "EDIT", exercise })}>
          {t("exercises.edit")}
        </Button>
      )}
      <Button keys="c" offReason={readOnly} onPress={() => ask({ kind: "COPY", exercise })}>
        {t("exercises.copy")}
      </Button>
      {isOwn && (
        <Button
          kind="quiet"
          offReason={readOnly}
          onPress={() => ask({ kind: "ARCHIVE", exercise })}
        >
          {t("exercises.archive")}
        </Button>
      )}
      {isAdding && (
        <adding.Dialog
          exercise={{ exerciseId: exercise.exerciseId, name: exercise.name }}
          close={() => setIsAdding(false)}
        />
      )}
    </div>
  );
}

/** An act on an exercise that a dialog asks about. */
export type AskedAct =
  | { readonly kind: "ARCHIVE"; readonly exercise: Exercise }
  | { readonly kind: "COPY" | "EDIT"; readonly exercise: Exercise };

interface ExerciseActsProps {
  readonly exercise: Exercise;
  readonly ask: (asked: AskedAct) => void;
}
