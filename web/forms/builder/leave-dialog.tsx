import { useBlocker } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { Button } from "../../kit/button.tsx";
import { Dialog } from "../../kit/dialog.tsx";
import { useTexts } from "../../texts/use-texts.ts";

/** Asks before unsaved changes are left behind, also when the tab is closed. */
export function LeaveDialog({ isDirty, leave }: LeaveDialogProps): ReactNode {
  const { t } = useTexts();
  const leaving = useBlocker({
    shouldBlockFn: () => isDirty,
    enableBeforeUnload: isDirty,
    withResolver: true,
  });
  if (leaving.status !== "blocked") return null;
  return (
    <Dialog
      title={t("forms.leaveTitle")}
      close={leaving.reset}
      footer={
        <>
          <Button
            kind="bad"
            onPress={() => {
              leave();
              leaving.proceed();
            }}
          >
            {t("forms.leave")}
          </Button>
          <Button kind="go" autoFocus onPress={leaving.reset}>
            {t("forms.stay")}
          </Button>
        </>
      }
    >
      <p>{t("forms.leaveLead")}</p>
    </Dialog>
  );
}

interface LeaveDialogProps {
  readonly isDirty: boolean;
  /** Forgets the changes. */
  readonly leave: () => void;
}
