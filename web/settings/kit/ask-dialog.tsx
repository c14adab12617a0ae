import type { ReactNode } from "react";
import { Button } from "../../kit/button.tsx";
import { Dialog } from "../../kit/dialog.tsx";
import { useTexts } from "../../texts/use-texts.ts";
import type { FreshAct } from "../settings-search.ts";
import { Outcome } from "./outcome.tsx";

/** Says what an act does before it is sent, and why it was refused. The button names the result. */
export function AskDialog({
  title,
  go,
  keep,
  kind = "bad",
  act,
  fresh,
  offReason = null,
  close,
  children,
}: AskDialogProps): ReactNode {
  const { t } = useTexts();
  return (
    <Dialog
      title={title}
      close={close}
      footer={
        <>
          <Button kind="quiet" onPress={close}>
            {keep ?? t("frame.cancel")}
          </Button>
          <Button kind={kind} onPress={act.send} isPending={act.isPending} offReason={offReason}>
            {go}
          </Button>
        </>
      }
    >
      {children}
      <Outcome act={act} done="" {...(fresh !== undefined && { fresh })} />
    </Dialog>
  );
}

interface AskDialogProps {
  readonly title: string;
  readonly go: string;
  /** The way back; "Cancel" if the act itself cancels nothing. */
  readonly keep?: string;
  readonly kind?: "bad" | "go";
  readonly act: AskedAct;
  readonly fresh?: FreshAct;
  /** Why the act cannot be sent yet. */
  readonly offReason?: string | null;
  readonly close: () => void;
  readonly children: ReactNode;
}

/** The state of the act, and what sends it. */
interface AskedAct {
  readonly send: () => void;
  readonly error: Error | null;
  readonly isPending: boolean;
  readonly isSuccess: boolean;
}
