import { type ReactNode, useState } from "react";
import { Button } from "../../kit/button.tsx";
import { Dialog } from "../../kit/dialog.tsx";
import { Icon } from "../../kit/icon.tsx";
import { useKeys } from "../../kit/keys/use-keys.ts";
import { useTexts } from "../../texts/use-texts.ts";
import { REASON_MS, type Subject } from "./access-reason.ts";
import { ReasonForm } from "./reason-gate.tsx";
import { useReasons } from "./use-reasons.tsx";

/** Says that looks are audited, and the reason while one counts, with the end of the access. */
export function ReasonBanner({ subject }: { readonly subject: Subject }): ReactNode {
  const { t, formats } = useTexts();
  const { inForce, give, end } = useReasons();
  const [isAsked, setIsAsked] = useState(false);
  const reason = inForce(subject);
  const change = () => setIsAsked(true);
  useKeys([
    { keys: ["r"], label: t("support.key.reason"), run: change, isShown: true, isOff: !reason },
  ]);
  return (
    <div className="banner info reason-banner">
      <Icon name="lock" />
      <span className="grow" role="status">
        {reason === null
          ? t("support.audited")
          : t("support.inForce", {
              reason: reason.text,
              until: formats.time(new Date(reason.givenAt + REASON_MS)),
            })}
      </span>
      {reason !== null && (
        <span className="row-h">
          <Button keys="r" onPress={change}>
            {t("support.changeReason")}
          </Button>
          <Button onPress={end}>{t("support.endAccess")}</Button>
        </span>
      )}
      {isAsked && (
        <Dialog title={t("support.why")} close={() => setIsAsked(false)}>
          <ReasonForm
            go={t("support.useReason")}
            take={(text) => {
              give(subject, text);
              setIsAsked(false);
            }}
          />
        </Dialog>
      )}
    </div>
  );
}
