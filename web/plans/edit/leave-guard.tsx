import { useBlocker } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { Button } from "../../kit/button.tsx";
import { Dialog } from "../../kit/dialog.tsx";
import { useTexts } from "../../texts/use-texts.ts";

/** Asks before a page with unsaved changes is left, by a link, by "back", or by closing the tab. */
export function LeaveGuard({ isDirty, leave }: LeaveGuardProps): ReactNode {
  const { t } = useTexts();
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => isDirty && current.pathname !== next.pathname,
    enableBeforeUnload: () => isDirty,
    withResolver: true,
  });
  if (status !== "blocked") return null;
  return (
    <Dialog
      title={t("plans.leaveTitle")}
      close={reset}
      footer={
        <>
          <Button
            kind="bad"
            onPress={() => {
              leave();
              proceed();
            }}
          >
            {t("plans.leaveGo")}
          </Button>
          <Button kind="go" autoFocus onPress={reset}>
            {t("plans.leaveStay")}
          </Button>
        </>
      }
    >
      <p>{t("plans.leaveLead")}</p>
    </Dialog>
  );
}

interface LeaveGuardProps {
  readonly isDirty: boolean;
  /** Forgets the changes. */
  readonly leave: () => void;
}
