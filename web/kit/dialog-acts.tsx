import type { ReactNode } from "react";
import { useTexts } from "../texts/use-texts.ts";
import { Button } from "./button.tsx";

/** The end of a dialog: the way back, and the button that sends the act and names its result. */
export function DialogActs(props: DialogActsProps): ReactNode {
  const { keep, go, kind = "go", autoFocus = false, sent, offReason = null, send, close } = props;
  const { t } = useTexts();
  return (
    <>
      <Button onPress={close}>{keep ?? t("frame.cancel")}</Button>
      <Button
        kind={kind}
        autoFocus={autoFocus}
        isPending={sent.isPending}
        offReason={offReason}
        onPress={send}
      >
        {go}
      </Button>
    </>
  );
}

interface DialogActsProps {
  /** The way back; "Cancel" if the act itself cancels nothing. */
  readonly keep?: string;
  readonly go: string;
  readonly kind?: "bad" | "go";
  /** For a dialog that has nothing to fill in. */
  readonly autoFocus?: boolean;
  readonly sent: { readonly isPending: boolean };
  /** Why the act cannot be sent yet. */
  readonly offReason?: string | null;
  readonly send: () => void;
  readonly close: () => void;
}
