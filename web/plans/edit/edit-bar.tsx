import type { ReactNode } from "react";
import { Button } from "../../kit/button.tsx";
import { useOfflineReason } from "../../kit/hooks/use-offline-reason.ts";
import { useKeys } from "../../kit/keys/use-keys.ts";
import { useTexts } from "../../texts/use-texts.ts";
import type { EditedDraft } from "./use-draft.ts";

/** The acts of the editor: the next problem, undo and save. Each has its key. */
export function EditBar({ draft, offReason, nextProblem }: EditBarProps): ReactNode {
  const { t } = useTexts();
  const { isDirty, isBehind, problems, undo, save, isSaving } = draft;
  const offline = useOfflineReason();
  const mayNot = isBehind ? t("drafts.chooseFirst") : (offReason ?? offline);
  const saveReason = isDirty ? mayNot : t("plans.nothingToSave");
  useKeys([
    {
      keys: ["Ctrl S"],
      label: t("plans.key.save"),
      isShown: true,
      // Even with nothing to save: the browser would save the page as a file.
      run: () => saveReason === null && save(),
    },
    {
      keys: ["Ctrl Z"],
      label: t("frame.undo"),
      isShown: true,
      isOff: undo === null,
      run: () => undo?.(),
    },
    {
      keys: ["F8"],
      label: t("plans.key.problem"),
      isShown: problems.length > 0,
      isOff: problems.length === 0,
      run: nextProblem,
    },
    // An entry with the focus takes these keys itself; here they stand for the bar and the list of all keys.
    {
      keys: ["Alt ArrowUp", "Alt ArrowDown"],
      label: t("plans.key.reorder"),
      isShown: true,
      run: () => undefined,
    },
    { keys: ["Ctrl Enter"], label: t("plans.key.add"), isShown: true, run: () => undefined },
  ]);
  return (
    <>
      {problems.length > 0 && (
        <Button kind="quiet" icon="warn" keys="F8" onPress={nextProblem}>
          {t("plans.problems", { count: problems.length })}
        </Button>
      )}
      {isDirty && <span className="meta wide">{t("plans.unsaved")}</span>}
      <Button
        kind="quiet"
        keys="Ctrl Z"
        offReason={undo === null ? t("plans.nothingToUndo") : null}
        onPress={() => undo?.()}
      >
        {t("frame.undo")}
      </Button>
      <Button
        kind={isDirty ? "go" : "plain"}
        keys="Ctrl S"
        isPending={isSaving}
        offReason={saveReason}
        onPress={save}
      >
        {t("plans.save")}
      </Button>
    </>
  );
}

interface EditBarProps {
  readonly draft: EditedDraft;
  /** Why the draft cannot be saved; null if it can. */
  readonly offReason: string | null;
  readonly nextProblem: () => void;
}
