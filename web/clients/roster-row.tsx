import { Link } from "@tanstack/react-router";
import { type ReactNode, memo } from "react";
import { DayStrip } from "../kit/days/day-strip.tsx";
import { Face } from "../kit/face/face.tsx";
import { PercentBar } from "../kit/percent-bar.tsx";
import { ZoneTime } from "../kit/zone-time.tsx";
import { useTexts } from "../texts/use-texts.ts";
import { Reason } from "./reason.tsx";
import type { RosterClient } from "./roster-client.ts";
import { unsyncedEntries } from "./roster-views.ts";

/**
 * The cells of one client: who, why, how it goes, and whether the phone has sent everything. A row has about sixty
 * elements. It is drawn again only if its client or the time changes, not when the cursor moves.
 */
export const RosterRow = memo(({ client, now }: RosterRowProps): ReactNode => {
  const { relationshipId, coach } = client;
  const { userId, displayName } = client.client;
  return (
    <>
      <td>
        <div className="row-h">
          <Face name={displayName} id={userId} />
          <div className="grow">
            <Link
              className="plain cut"
              tabIndex={-1}
              title={displayName}
              to="/clients/$relationshipId/$tab"
              params={{ relationshipId, tab: "today" }}
            >
              <b>{displayName}</b>
            </Link>
            <div>
              <ZoneTime zone={client.timezone} now={now} />
            </div>
          </div>
        </div>
      </td>
      <td className="why">
        <Reason client={client} now={now} />
      </td>
      <td>
        <DayStrip days={client.days} />
      </td>
      <td className="right">
        <PercentBar percent={client.percent7} bucket={client.bucket} />
      </td>
      <td className="right wide">
        <Trend client={client} />
      </td>
      <td className="wide meta">
        <LastSync at={client.lastSyncAt} now={now} />
      </td>
      <td className="wide">
        <Unsynced outbox={client.outbox} />
      </td>
      <td className="wide" title={coach.displayName}>
        <Face name={coach.displayName} id={coach.userId} size="s" />
        <span className="vh">{coach.displayName}</span>
      </td>
    </>
  );
});

interface RosterRowProps {
  readonly client: RosterClient;
  readonly now: Date;
}

/** Points by which 7 days lie above or below 28 days. */
function Trend({ client: { percent7, percent28 } }: { readonly client: RosterClient }): ReactNode {
  const { formats } = useTexts();
  if (percent7 === null || percent28 === null) return null;
  const points = percent7 - percent28;
  const sign = SIGNS[Math.sign(points) + 1];
  const isBad = points <= BAD_POINTS;
  return (
    <span className={isBad ? "num t-urgent" : "num meta"}>
      {sign}
      {formats.number(Math.abs(points))}
    </span>
  );
}

const BAD_POINTS = -15;
const SIGNS = ["−", "±", "+"] as const;

function LastSync({ at, now }: { readonly at: string | null; readonly now: Date }): ReactNode {
  const { t, formats } = useTexts();
  if (at === null) return t("clients.neverSynced");
  return t("clients.ago", { span: formats.span(now.getTime() - Date.parse(at)) });
}

function Unsynced({ outbox }: { readonly outbox: RosterClient["outbox"] }): ReactNode {
  const { t, formats } = useTexts();
  if (outbox === null) return <span className="meta">{t("clients.notReported")}</span>;
  const entries = unsyncedEntries(outbox);
  if (entries === 0) return <span className="meta">{t("clients.noEntries")}</span>;
  const at = formats.moment(new Date(outbox.reportedAt));
  return (
    <span
      className={outbox.rejected > 0 ? "tag warn" : "tag"}
      title={t("clients.entriesHint", { ...outbox, at })}
    >
      {t("clients.entries", { count: entries })}
    </span>
  );
}
