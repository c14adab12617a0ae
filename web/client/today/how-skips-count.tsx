import { type ReactNode, useState } from "react";
import { Button } from "../../kit/button.tsx";
import { Dialog } from "../../kit/dialog.tsx";
import { useTexts } from "../../texts/use-texts.ts";

/** A button that says how a skipped task counts for adherence. */
export function HowSkipsCount(): ReactNode {
  const { t } = useTexts();
  const [isOpen, setIsOpen] = useState(false);
  const close = () => setIsOpen(false);
  return (
    <>
      <Button kind="quiet" onPress={() => setIsOpen(true)}>
        {t("client.skips")}
      </Button>
      {isOpen && (
        <Dialog
          title={t("client.skips")}
          close={close}
          footer={
            <Button kind="go" autoFocus onPress={close}>
              {t("frame.close")}
            </Button>
          }
        >
          <p>{t("client.skipsHealth")}</p>
          <p>{t("client.skipsOutside")}</p>
          <p>{t("client.skipsOther")}</p>
        </Dialog>
      )}
    </>
  );
}
