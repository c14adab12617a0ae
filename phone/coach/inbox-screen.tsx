import { type ReactNode, useState } from "react";
import type { InboxRow, InboxView } from "../../device/coach/types.ts";
import { Icon } from "../app/icon.tsx";
import { useNow } from "../app/use-now.ts";
import { useMoments } from "../texts/language.tsx";
import { InboxRowLink } from "./inbox-row-link.tsx";
import { ROW_GROUPS, groupOf } from "./row-facts.ts";
import { useCoachTexts } from "./texts/texts.ts";
import type { OpenInbox } from "./use-inbox.ts";

/** The inbox in brief: what is open, what waits to be sent, and what was refused. */
export function InboxScreen({ open }: { readonly open: OpenInbox }) {
  const texts = useCoachTexts();
  const { inbox, view } = open;
  if (view === null) {
    return (
      <section className="empty">
        <h1>{texts.neverRead}</h1>
        <p>{texts.neverReadWhy}</p>
        <RefreshButton onRefresh={async () => await inbox.refresh()} />
      </section>
    );
  }
  return (
    <>
      <InboxHead open={{ inbox, view }} />
      {view.rows.length === 0 && (
        <section className="empty">
          <h2>{texts.empty}</h2>
          <p>{texts.emptyWhy}</p>
        </section>
      )}
      <div className="cards">
        {ROW_GROUPS.map((group) => (
          <RowGroupCard
            key={group}
            title={texts.groups[group]}
            rows={view.rows.filter((row) => groupOf(row) === group)}
          />
        ))}
        {!view.isComplete && <p className="note">{texts.partial}</p>}
      </div>
    </>
  );
}

function InboxHead({ open }: { readonly open: OpenInbox & { readonly view: InboxView } }) {
  const texts = useCoachTexts();
  const moments = useMoments();
  const now = useNow();
  const { inbox, view } = open;
  const { counts, badge } = view;
  return (
    <header className="day-head">
      <div className="row-h">
        <div className="grow">
          <h1>{texts.inbox}</h1>
          <p className="meta">{texts.readAt(moments.dayAndTime(view.readAt, now))}</p>
        </div>
        <RefreshButton onRefresh={async () => await inbox.refresh()} />
      </div>
      <dl className="tiles three">
        <Count name={texts.counts.open} count={badge.accepted}>
          {badge.expected !== badge.accepted && (
            <span className="hint">{texts.expectedOpen(moments.number(badge.expected))}</span>
          )}
        </Count>
        <Count name={texts.counts.overdue} count={counts.overdue} />
        <Count name={texts.counts.high} count={counts.highSeverity} />
      </dl>
    </header>
  );
}

function Count({ name, count, children }: CountProps) {
  const moments = useMoments();
  return (
    <div className="tile">
      <dt>{name}</dt>
      <dd>
        <b>{moments.number(count)}</b>
        {children}
      </dd>
    </div>
  );
}

interface CountProps {
  readonly name: string;
  readonly count: number;
  readonly children?: ReactNode;
}

function RowGroupCard({ title, rows }: RowGroupCardProps) {
  if (rows.length === 0) return null;
  return (
    <section className="card">
      <header>
        <h2 className="grow">{title}</h2>
        <span className="meta">{rows.length}</span>
      </header>
      <ul>
        {rows.map((row) => (
          <InboxRowLink key={row.taskId} row={row} />
        ))}
      </ul>
    </section>
  );
}

interface RowGroupCardProps {
  readonly title: string;
  readonly rows: readonly InboxRow[];
}

function RefreshButton({ onRefresh }: { readonly onRefresh: () => Promise<unknown> }) {
  const texts = useCoachTexts();
  const [isReading, setIsReading] = useState(false);
  const read = async () => {
    setIsReading(true);
    // Without a connection, the banner says so.
    await onRefresh().catch(() => null);
    setIsReading(false);
  };
  return (
    <button
      className="btn icon"
      type="button"
      aria-label={texts.refresh}
      title={texts.refresh}
      disabled={isReading}
      onClick={() => void read()}
    >
      <Icon name="fresh" />
    </button>
  );
}
