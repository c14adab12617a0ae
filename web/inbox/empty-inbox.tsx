import type { ReactNode } from "react";
import { Button } from "../kit/button.tsx";
import { Empty } from "../kit/states.tsx";
import { useTexts } from "../texts/use-texts.ts";
import type { InboxCounts, InboxView } from "./views.ts";

/** An empty list. "Nobody needs you" is said only if the counts agree, and no filter hides anything. */
export function EmptyInbox({ view, counts, show }: EmptyInboxProps): ReactNode {
  const { t } = useTexts();
  const isWhole = view.id === "all" && counts?.badge === 0;
  if (!isWhole)
    return (
      <Empty title={t("inbox.emptyView")}>
        <p>{t("inbox.emptyViewLead")}</p>
        <Button keys="1" onPress={() => show("all")}>
          {t("inbox.showAll")}
        </Button>
      </Empty>
    );
  return (
    <Empty title={t("inbox.empty")}>
      {counts.snoozed > 0 && (
        <>
          <p>{t("inbox.emptySnoozed", { count: counts.snoozed })}</p>
          <Button keys="Shift H" onPress={() => show("snoozed")}>
            {t("inbox.showSnoozed")}
          </Button>
        </>
      )}
    </Empty>
  );
}

interface EmptyInboxProps {
  readonly view: InboxView;
  readonly counts: InboxCounts | undefined;
  readonly show: (view: string) => void;
}
