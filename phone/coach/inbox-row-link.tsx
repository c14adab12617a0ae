import type { InboxRow } from "../../device/coach/types.ts";
import { PlaneTag } from "../app/plane.tsx";
import { useNow } from "../app/use-now.ts";
import { useLanguage, useMoments } from "../texts/language.tsx";
import { sentenceOf, statusWords, timeWords, typeName } from "./row-facts.ts";
import { useCoachTexts } from "./texts/texts.ts";

/** A row of the inbox: who, what happened, until when. It opens the task. */
export function InboxRowLink({ row }: { readonly row: InboxRow }) {
  const texts = useCoachTexts();
  const { language } = useLanguage();
  const moments = useMoments();
  const now = useNow();
  const { accepted, expected } = row;
  const time = timeWords(row, { texts, moments, now });
  const isLate = accepted.dueAt !== null && Date.parse(accepted.dueAt) < now;
  const severities: Readonly<Record<string, string>> = texts.severity;
  const isHigh = accepted.severity === "URGENT" || accepted.severity === "HIGH";
  const facts = [
    typeName(row, texts),
    ...((expected?.isPinned ?? accepted.score.pin > 0) ? [texts.pinned] : []),
    ...(accepted.unread ? [texts.isNew] : []),
    ...(row.hasDraft ? [texts.hasDraft] : []),
  ];
  return (
    <li className={accepted.severity === "URGENT" ? "inbox-row urgent" : "inbox-row"}>
      <a href={`#inbox/${row.taskId}`}>
        <span className="row-h">
          <b className="grow">{accepted.client.displayName}</b>
          {isHigh && (
            <span className={accepted.severity === "URGENT" ? "tag urgent" : "tag warn"}>
              {severities[accepted.severity]}
            </span>
          )}
        </span>
        <span className="soft">{sentenceOf(row, texts, language)}</span>
        <span className="row-h wrap meta">
          <span className="grow">{facts.join(" · ")}</span>
          {time !== null && <span className={isLate ? "late" : ""}>{time}</span>}
        </span>
        {expected !== null && expected.status !== accepted.status && (
          <span className="row-h meta">
            <PlaneTag plane="WAITING" /> {statusWords(expected.status, texts)}
          </span>
        )}
        {row.refused.length > 0 && <PlaneTag plane="REFUSED" />}
      </a>
    </li>
  );
}
