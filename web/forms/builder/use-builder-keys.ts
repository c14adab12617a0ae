import { useNavigate } from "@tanstack/react-router";
import { useOfflineReason } from "../../kit/hooks/use-offline-reason.ts";
import { useKeys } from "../../kit/keys/use-keys.ts";
import { useTexts } from "../../texts/use-texts.ts";
import type { BuilderState } from "./use-builder.ts";

/** The keys of the builder. Escape goes from a field to the list, and from the list back to all forms. */
export function useBuilderKeys(builder: BuilderState): void {
  const { t } = useTexts();
  const isOffline = useOfflineReason() !== null;
  const navigate = useNavigate();
  const { edit, state, saving, problems, root } = builder;
  const step = (by: -1 | 1) => {
    edit({ kind: "STEP", step: by });
    builder.goToRow();
  };
  const isIn = (part: string) =>
    root.current?.querySelector(part)?.contains(document.activeElement) === true;
  const move = (by: -1 | 1) => {
    // A row that enters another section is a new one, so the focus has to follow.
    const isInList = isIn(".form-list");
    edit({ kind: "MOVE", step: by });
    if (isInList) builder.goToRow();
  };
  useKeys([
    { keys: ["ArrowDown", "j"], label: t("forms.key.down"), isShown: true, run: () => step(1) },
    { keys: ["ArrowUp", "k"], label: t("forms.key.up"), isShown: true, run: () => step(-1) },
    { keys: ["Alt ArrowUp"], label: t("forms.key.moveUp"), isShown: true, run: () => move(-1) },
    { keys: ["Alt ArrowDown"], label: t("forms.key.moveDown"), isShown: true, run: () => move(1) },
    {
      keys: ["q", "Ctrl Enter"],
      label: t("forms.key.question"),
      isShown: true,
      run: () => builder.add("QUESTION"),
    },
    { keys: ["Shift Q"], label: t("forms.key.section"), run: () => builder.add("SECTION") },
    {
      keys: ["c"],
      label: t("forms.key.condition"),
      isShown: true,
      isOff: state.chosen.question === null,
      run: () => builder.goToField("showIf/questionId"),
    },
    { keys: ["p"], label: t("forms.key.preview"), isShown: true, run: builder.goToPreview },
    {
      keys: ["Ctrl S"],
      label: t("forms.key.save"),
      isShown: true,
      run: () => {
        const isOff = isOffline || saving.isSaving || saving.isConflict;
        if (saving.isDirty && !isOff) builder.save();
      },
    },
    {
      keys: ["Ctrl Z"],
      label: t("forms.key.undo"),
      run: () => edit({ kind: "UNDO" }),
    },
    {
      keys: ["F8"],
      label: t("forms.key.problem"),
      isOff: problems.length === 0,
      isShown: problems.length > 0,
      run: builder.next,
    },
    {
      keys: ["Escape"],
      label: t("keys.back"),
      run: () => {
        if (isIn(".form-properties") || isIn(".form-preview")) builder.goToRow();
        else void navigate({ to: "/forms" });
      },
    },
  ]);
}
