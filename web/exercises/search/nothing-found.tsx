import type { ReactNode } from "react";
import { useActReason } from "../../frame/use-act-reason.ts";
import { Button } from "../../kit/button.tsx";
import { Empty } from "../../kit/states.tsx";
import { useTexts } from "../../texts/use-texts.ts";
import type { NothingReason } from "./nothing-reason.ts";

/** Says why there is no exercise, and what to do. */
export function NothingFound({ reason, showAll, create }: NothingFoundProps): ReactNode {
  const { t } = useTexts();
  const offReason = useActReason();
  return (
    <Empty title={t(`exercises.nothing.${reason}`)}>
      <p>{t(`exercises.nothingLead.${reason}`)}</p>
      {reason === "HIDDEN" ? (
        <Button onPress={showAll}>{t("exercises.showAll")}</Button>
      ) : (
        <Button kind="go" offReason={offReason} onPress={create}>
          {t("exercises.ask.NEW")}
        </Button>
      )}
    </Empty>
  );
}

interface NothingFoundProps {
  readonly reason: NothingReason;
  readonly showAll: () => void;
  readonly create: () => void;
}
