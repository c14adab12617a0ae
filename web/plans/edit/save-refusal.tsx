import type { ReactNode } from "react";
import { RestoredNote } from "../../drafts/restored-note.tsx";
import { useTexts } from "../../texts/use-texts.ts";
import { isStale, refusalText } from "../words/refusal-text.ts";
import type { EditedDraft } from "./use-draft.ts";

/** Why the draft was not saved, and whose changes go on if somebody else has saved. */
export function SaveRefusal({ draft }: { readonly draft: EditedDraft }): ReactNode {
  const texts = useTexts();
  const { error, isRestored, isBehind, dropChanges, keepChanges } = draft;
  // The choice between the two drafts says the same as a stale save.
  const isShown = error !== null && !(isStale(error) && isBehind);
  return (
    <>
      <RestoredNote
        isRestored={isRestored}
        isBehind={isBehind}
        discard={dropChanges}
        keep={keepChanges}
      />
      {isShown && (
        <div className="note warn row-h wrap plan-refusal" role="alert">
          <p className="grow">{refusalText(texts, error)}</p>
        </div>
      )}
    </>
  );
}
