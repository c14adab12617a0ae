import type { ReactNode } from "react";
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from "react-aria-components";
import { useTexts } from "../texts/use-texts.ts";
import { Button } from "./button.tsx";
import { useKeys } from "./keys/use-keys.ts";

/** A dialog over the page. It takes the focus, closes with Escape, and gives the focus back. */
export function Dialog({
  title,
  close,
  children,
  footer,
  isLarge = false,
}: DialogProps): ReactNode {
  const { t } = useTexts();
  // No key of the page below acts while the dialog is open.
  useKeys([], { isModal: true });
  return (
    <ModalOverlay
      className="scrim"
      isOpen
      isDismissable
      onOpenChange={(isOpen) => !isOpen && close()}
    >
      <Modal className={isLarge ? "dialog large" : "dialog"}>
        <AriaDialog className="dialog-in">
          <header>
            <Heading slot="title" className="grow">
              {title}
            </Heading>
            <Button kind="quiet" icon="x" label={t("frame.close")} onPress={close} />
          </header>
          <div className="dialog-body stack">{children}</div>
          {footer && <footer>{footer}</footer>}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}

interface DialogProps {
  readonly title: string;
  readonly close: () => void;
  readonly children: ReactNode;
  readonly footer?: ReactNode;
  /** For pictures: as wide as a page. */
  readonly isLarge?: boolean;
}
