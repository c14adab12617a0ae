import type { ReactNode } from "react";
import { RestoredNote } from "../../drafts/restored-note.tsx";
import { Button } from "../../kit/button.tsx";
import { useTexts } from "../../texts/use-texts.ts";
import { Outcome } from "./outcome.tsx";
import type { Draft } from "./use-draft.ts";

/** The button that saves a form, the outcome, and a note about input from before a reload. */
export function SaveRow<Form>({ act, draft, kind = "go" }: SaveRowProps<Form>): ReactNode {
  const { t } = useTexts();
  const { isRestored, isBehind, discard, keep } = draft;
  const isChanged = Object.keys(draft.changes).length > 0;
  const mayNot = isBehind ? t("drafts.chooseFirst") : null;
  return (
    <>
      <RestoredNote isRestored={isRestored} isBehind={isBehind} discard={discard} keep={keep} />
      <div className="row-h wrap">
        <Button
          kind={kind}
          type="submit"
          {...(kind === "go" && { keys: "Ctrl S" })}
          isPending={act.isPending}
          offReason={isChanged ? mayNot : t("settings.unchanged")}
        >
          {t("settings.save")}
        </Button>
        {isChanged && act.isSuccess ? null : <Outcome act={act} done={t("settings.saved")} />}
      </div>
    </>
  );
}

interface SaveRowProps<Form> {
  readonly act: {
    readonly error: Error | null;
    readonly isSuccess: boolean;
    readonly isPending: boolean;
  };
  readonly draft: Omit<Draft<Form>, "saved">;
  /** `go`, with its key, for the form of a whole part. */
  readonly kind?: "go" | "plain";
}
