import { useState } from "react";
import type { ActView } from "../../device/centre/views/types.ts";
import { useTexts } from "../texts/language.tsx";
import type { CentreEntryRowProps } from "./entry-props.ts";
import { CorrectForm, isCorrectable } from "./correct-form.tsx";
import { useCentre } from "./use-centre.ts";

/** The buttons of an entry. A discard is confirmed with its consequence, and can be taken back for a while. */
export function EntryActs({ scope, entry, shown }: CentreEntryRowProps) {
  const texts = useTexts();
  const centre = useCentre(scope);
  const [asked, setAsked] = useState<"DISCARD" | "CORRECT" | null>(null);
  const { clientOperationId, payload } = entry;
  const taskId = payload?.["taskId"];
  const press = ({ act }: ActView) => {
    if (act === "RESUBMIT") void centre.resubmit({ clientOperationId });
    if (act === "REFETCH") void centre.refetch();
    if (act === "UNDO_DISCARD") void centre.undo({ clientOperationId });
    if (act === "DISCARD" || act === "CORRECT") setAsked(act);
  };
  if (asked === "CORRECT") {
    return (
      <CorrectForm
        entry={entry}
        isBusy={centre.isBusy}
        onCorrect={async (corrected) => {
          if (await centre.resubmit({ clientOperationId, payload: corrected })) setAsked(null);
        }}
        onCancel={() => setAsked(null)}
      />
    );
  }
  if (asked === "DISCARD") {
    const consequence = shown.acts.find(({ act }) => act === "DISCARD")?.consequence;
    return (
      <div className="panel" role="alert">
        <p>{consequence}</p>
        {entry.dependents.length > 0 && <p>{texts.discardTogether(entry.dependents.length)}</p>}
        <div className="buttons">
          <button className="btn go" type="button" onClick={() => setAsked(null)}>
            {texts.keepEntry}
          </button>
          <button
            className="btn bad"
            type="button"
            disabled={centre.isBusy}
            onClick={() => {
              // The notes of the entry were shown, so the person has agreed to both.
              const { dependents: together, mayHaveArrived } = entry;
              void centre.discard({ clientOperationId, together, mayHaveArrived });
              setAsked(null);
            }}
          >
            {texts.discardEntry}
          </button>
        </div>
      </div>
    );
  }
  return (
    <div className="buttons">
      {shown.acts.map((view) => {
        if (view.act === "OPEN_WORKOUT") {
          return (
            <a key={view.act} className="btn" href={`#workout/${String(taskId)}`}>
              {view.label}
            </a>
          );
        }
        if (view.act === "CORRECT" && !isCorrectable(entry)) {
          return (
            <a key={view.act} className="btn" href="#today">
              {texts.openToday}
            </a>
          );
        }
        return (
          <button
            key={view.act}
            className={view.act === "DISCARD" ? "btn quiet" : "btn"}
            type="button"
            disabled={centre.isBusy}
            onClick={() => press(view)}
          >
            {view.label}
          </button>
        );
      })}
    </div>
  );
}
