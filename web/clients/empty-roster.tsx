import type { ReactNode } from "react";
import { Button } from "../kit/button.tsx";
import { Empty } from "../kit/states.tsx";
import { useTexts } from "../texts/use-texts.ts";

/** The view, the filters or the search hide every client. */
export function EmptyRoster({ showAll }: { readonly showAll: () => void }): ReactNode {
  const { t } = useTexts();
  return (
    <Empty title={t("clients.noneHere")}>
      <p>{t("clients.noneHereLead")}</p>
      <p>
        <Button onPress={showAll}>{t("clients.showAll")}</Button>
      </p>
    </Empty>
  );
}
