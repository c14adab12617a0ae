import type { ReactNode } from "react";
import { Button } from "../../kit/button.tsx";
import { useTexts } from "../../texts/use-texts.ts";
import { isStale, refusalText } from "../words/refusal-text.ts";
import type { EditedDraft } from "./use-draft.ts";

/** Why the draft was not saved. If somebody else changed it, the coach may drop the own changes. */
export function SaveRefusal({ draft }: { readonly draft: EditedDraft }): ReactNode {
  const texts = useTexts();
  const { t } = texts;
  const { error, dropChanges } = draft;
  if (error === null) return null;
  return (
    <div className="note warn row-h wrap plan-refusal" role="alert">
      <p className="grow">{refusalText(texts, error)}</p>
      {isStale(error) && <Button onPress={dropChanges}>{t("plans.dropMine")}</Button>}
    </div>
  );
}
