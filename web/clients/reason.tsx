import type { ReactNode } from "react";
import { useTexts } from "../texts/use-texts.ts";
import type { RosterClient } from "./roster-client.ts";

/** Why a client stands in the list: the most important task as a sentence, or that nothing waits. */
export function Reason({ client, now }: ReasonProps): ReactNode {
  const { t, known, language, formats } = useTexts();
  const { attention, snoozedUntil, status, bucket } = client;
  if (attention === null) {
    const isSnoozed = snoozedUntil !== null && Date.parse(snoozedUntil) > now.getTime();
    const quiet = isSnoozed
      ? t("clients.snoozed", { at: formats.moment(new Date(snoozedUntil)) })
      : known("clients.quiet.", status, "clients.nothingOpen");
    const isOnTrack = bucket === "ON_TRACK";
    return (
      <div className="row-h">
        <span
          className={isOnTrack ? "dot" : "dot off"}
          role="img"
          aria-label={known("clients.bucket.", bucket, "clients.severity.OTHER")}
        />
        <span className="meta">{quiet}</span>
      </div>
    );
  }
  const { severity, sentence, taskType, openTasks } = attention;
  const more = openTasks - 1;
  const fact = sentence?.[language] ?? known("clients.task.", taskType, "clients.task.OTHER");
  const others = t("clients.more", { count: more });
  return (
    <div className="row-h">
      <span
        className={`dot ${DOTS[severity] ?? "off"}`}
        role="img"
        aria-label={known("clients.severity.", severity, "clients.severity.OTHER")}
      />
      <span className="soft" title={more > 0 ? `${fact} ${others}` : fact}>
        <b>{fact}</b>
        {more > 0 && <span className="meta"> {others}</span>}
      </span>
    </div>
  );
}

interface ReasonProps {
  readonly client: RosterClient;
  readonly now: Date;
}

const DOTS: Readonly<Record<string, string>> = { URGENT: "urgent", HIGH: "warn" };
