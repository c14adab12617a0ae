import type { ReactNode } from "react";
import { Button } from "../../kit/button.tsx";
import { useTexts } from "../../texts/use-texts.ts";
import { Outcome } from "./outcome.tsx";

/** The button that saves a form, and what came of it. */
export function SaveRow({ act, isChanged, kind = "go" }: SaveRowProps): ReactNode {
  const { t } = useTexts();
  return (
    <div className="row-h wrap">
      <Button
        kind={kind}
        type="submit"
        {...(kind === "go" && { keys: "Ctrl S" })}
        isPending={act.isPending}
        offReason={isChanged ? null : t("settings.unchanged")}
      >
        {t("settings.save")}
      </Button>
      {isChanged && act.isSuccess ? null : <Outcome act={act} done={t("settings.saved")} />}
    </div>
  );
}

interface SaveRowProps {
  readonly act: {
    readonly error: Error | null;
    readonly isSuccess: boolean;
    readonly isPending: boolean;
  };
  /** Whether the form differs from the store. */
  readonly isChanged: boolean;
  /** `go`, with its key, for the form of a whole part. */
  readonly kind?: "go" | "plain";
}
