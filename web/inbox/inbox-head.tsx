import type { ReactNode } from "react";
import { PageHead } from "../frame/page-head.tsx";
import { useActReason } from "../frame/use-act-reason.ts";
import { Button } from "../kit/button.tsx";
import { useTexts } from "../texts/use-texts.ts";
import { GROUPINGS, type Grouping } from "./list-entries.ts";
import type { InboxCounts } from "./views.ts";

/** The head of the inbox: how many are urgent or overdue, the mark of what was read, the filter, and the arrangement. */
export function InboxHead(props: InboxHeadProps): ReactNode {
  const { counts, grouping, arrange, markRead, filter } = props;
  const { t } = useTexts();
  const offReason = useActReason();
  const { overdue = 0, unread = 0, urgent = 0 } = counts ?? {};
  return (
    <PageHead
      title={t("inbox.title")}
      facts={
        urgent + overdue > 0 && (
          <span className="row-h head-facts">
            {urgent > 0 && (
              <span className="tag urgent">{t("inbox.urgentCount", { count: urgent })}</span>
            )}
            {overdue > 0 && (
              <span className="tag warn">{t("inbox.overdue", { count: overdue })}</span>
            )}
          </span>
        )
      }
    >
      <span className="row-h">
        {unread > 0 && (
          <Button kind="quiet" keys="m" offReason={offReason} onPress={markRead}>
            {t("inbox.act.markRead")}
          </Button>
        )}
        <Button kind="quiet" icon="filter" keys="f" onPress={filter}>
          <span className="narrow-vh">{t("inbox.filter")}</span>
        </Button>
      </span>
      <div className="seg wide" role="group" aria-label={t("inbox.group")}>
        {GROUPINGS.map((group) => (
          <button
            key={group}
            type="button"
            aria-pressed={grouping === group}
            onClick={() => arrange(group)}
          >
            {t(group === "score" ? "inbox.byScore" : "inbox.byClient")}
          </button>
        ))}
      </div>
    </PageHead>
  );
}

interface InboxHeadProps {
  readonly counts: InboxCounts | undefined;
  readonly grouping: Grouping;
  readonly arrange: (grouping: Grouping) => void;
  readonly markRead: () => void;
  /** Opens the filter. */
  readonly filter: () => void;
}
