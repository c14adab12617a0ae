import type { ReactNode } from "react";
import { Button } from "../../kit/button.tsx";
import { useKeys } from "../../kit/keys/use-keys.ts";
import { useTexts } from "../../texts/use-texts.ts";
import type { Exercise } from "../exercise-query.ts";

/** The acts on an open exercise. A coach copies each exercise, and edits or archives those of the workspace. */
export function ExerciseActs({ exercise, ask }: ExerciseActsProps): ReactNode {
  const { t } = useTexts();
  const isOwn = exercise.source === "workspace" && exercise.status === "ACTIVE";
  useKeys([
    {
      keys: ["c"],
      label: t("exercises.key.copy"),
      isShown: true,
      run: () => ask({ kind: "COPY", exercise }),
    },
    {
      keys: ["e"],
      label: t("exercises.key.edit"),
      isShown: isOwn,
      isOff: !isOwn,
      run: () => ask({ kind: "EDIT", exercise }),
    },
  ]);
  return (
    <div className="row-h wrap">
      {isOwn && (
        <Button keys="e" onPress={() => ask({ kind: "EDIT", exercise })}>
          {t("exercises.edit")}
        </Button>
      )}
      <Button keys="c" onPress={() => ask({ kind: "COPY", exercise })}>
        {t("exercises.copy")}
      </Button>
      {isOwn && (
        <Button kind="quiet" onPress={() => ask({ kind: "ARCHIVE", exercise })}>
          {t("exercises.archive")}
        </Button>
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
