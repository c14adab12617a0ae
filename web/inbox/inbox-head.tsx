import type { ReactNode } from "react";
import { PageHead } from "../frame/page-head.tsx";
import { useOffReason } from "../frame/use-off-reason.ts";
import { Button } from "../kit/button.tsx";
import { useTexts } from "../texts/use-texts.ts";
import { GROUPINGS, type Grouping } from "./list-entries.ts";
import type { InboxCounts } from "./views.ts";

/** The head of the inbox: how many are overdue, the mark of what was read, and how rows are arranged. */
export function InboxHead({ counts, grouping, arrange, markRead }: InboxHeadProps): ReactNode {
  const { t } = useTexts();
  const offReason = useOffReason();
  const { overdue = 0, unread = 0 } = counts ?? {};
  return (
    <PageHead
      title={t("inbox.title")}
      facts={
        overdue > 0 ? (
          <span className="tag warn">{t("inbox.overdue", { count: overdue })}</span>
        ) : null
      }
    >
      {unread > 0 && (
        <Button kind="quiet" keys="m" offReason={offReason} onPress={markRead}>
          {t("inbox.act.markRead")}
        </Button>
      )}
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
}
