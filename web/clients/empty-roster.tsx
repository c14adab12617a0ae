import type { ReactNode } from "react";
import { Button } from "../kit/button.tsx";
import { Empty } from "../kit/states.tsx";
import { useTexts } from "../texts/use-texts.ts";

/** No client to show: there is none at all, or the view, the filters or the search hide all. */
export function EmptyRoster({ isForEver, showAll }: EmptyRosterProps): ReactNode {
  const { t } = useTexts();
  if (isForEver)
    return (
      <Empty title={t("clients.none")}>
        <p>{t("clients.noneLead")}</p>
      </Empty>
    );
  return (
    <Empty title={t("clients.noneHere")}>
      <p>{t("clients.noneHereLead")}</p>
      <p>
        <Button onPress={showAll}>{t("clients.showAll")}</Button>
      </p>
    </Empty>
  );
}

interface EmptyRosterProps {
  readonly isForEver: boolean;
  readonly showAll: () => void;
}
