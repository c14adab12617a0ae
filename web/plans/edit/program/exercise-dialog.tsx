import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useDeferredValue, useState } from "react";
import { answer } from "../../../api/api-client.ts";
import { useConsole } from "../../../frame/console-context.ts";
import { useMe } from "../../../frame/use-me.ts";
import { Button } from "../../../kit/button.tsx";
import { Dialog } from "../../../kit/dialog.tsx";
import { Failed } from "../../../kit/states.tsx";
import { TextField } from "../../../kit/fields/text-field.tsx";
import { useTexts } from "../../../texts/use-texts.ts";
import type { NamedExercise } from "./program-edits.ts";

/** Finds an exercise of the library; one that the library lacks is taken by its name. */
export function ExerciseDialog({ choose, close }: ExerciseDialogProps): ReactNode {
  const { t } = useTexts();
  const { api } = useConsole();
  const { workspace } = useMe();
  const { workspaceId } = workspace;
  const [typed, setTyped] = useState("");
  const q = useDeferredValue(typed.trim());
  const found = useQuery({
    queryKey: ["exercises", workspaceId, "for-plan", q],
    enabled: q !== "",
    placeholderData: (before) => before,
    queryFn: async () =>
      await answer(
        api.GET("/api/v1/workspaces/{workspaceId}/exercise-library/search", {
          params: { path: { workspaceId }, query: { q, limit: SHOWN } },
        }),
      ),
  });
  const items = q === "" ? [] : (found.data?.items ?? []);
  const takeName = () => {
    const name = typed.trim();
    if (name !== "") choose({ exerciseId: null, name });
  };
  return (
    <Dialog title={t("plans.addExercise")} close={close}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          takeName();
        }}
      >
        <TextField
          label={t("plans.findExercise")}
          hint={t("plans.findExerciseHint")}
          value={typed}
          change={setTyped}
          maxLength={100}
          autoFocus
          autoComplete="off"
        />
        {found.isError && <Failed error={found.error} retry={() => void found.refetch()} />}
        <ul className="choices">
          {items.map(({ exerciseId, name, equipment }) => (
            <li key={exerciseId}>
              <button
                type="button"
                className="choice plan-choice"
                onClick={() => choose({ exerciseId, name })}
              >
                <span>{name}</span>
                <span className="meta">{equipment.join(", ")}</span>
              </button>
            </li>
          ))}
        </ul>
        {found.data && items.length === 0 && q !== "" && (
          <p className="meta">{t("plans.noExercise")}</p>
        )}
        {typed.trim() !== "" && (
          <p>
            <Button type="submit">{t("plans.takeName", { name: typed.trim() })}</Button>
          </p>
        )}
      </form>
    </Dialog>
  );
}

interface ExerciseDialogProps {
  readonly choose: (exercise: NamedExercise) => void;
  readonly close: () => void;
}

const SHOWN = 12;
