import type { ReactNode } from "react";
import type { PlanContent } from "../../../contract/plans/content-schema.ts";
import { useTexts } from "../../texts/use-texts.ts";
import { timeWords } from "../words/plan-facts.ts";
import type { DayPlace } from "../words/program-words.ts";
import { recurrenceWords } from "../words/recurrence-words.ts";
import { PartsView } from "./parts-view.tsx";
import { ProgramView } from "./program-view.tsx";

/** A plan's content, to read: when it falls, what it asks for, and its parts. */
export function PlanContentView({ content, place, choose }: PlanContentViewProps): ReactNode {
  const { t, formats } = useTexts();
  const texts = useTexts();
  const times = timeWords(content, texts);
  const { instructions, priority, timeCritical } = content;
  const facts = [
    times,
    timeCritical ? t("plans.timeCritical") : null,
    priority > 0 ? t("plans.priorityOf", { priority }) : null,
    ...kindFacts(),
  ].filter((fact) => fact !== null);
  return (
    <>
      {content.kind === "PROGRAM" ? (
        <ProgramView program={content} place={place} choose={choose} facts={facts} />
      ) : (
        <section className="card">
          <header>
            <h2>{t("plans.when")}</h2>
          </header>
          <div className="in stack">
            <p className="plan-words">{recurrenceWords(content.recurrence, texts)}</p>
            {facts.length > 0 && <p className="soft">{facts.join(" · ")}</p>}
            {content.recurrence.exdates.length > 0 && (
              <p className="hint row-h wrap">
                {t("plans.notOn")}
                {content.recurrence.exdates.map((date) => (
                  <span className="tag" key={date}>
                    {formats.localDate(date)}
                  </span>
                ))}
              </p>
            )}
          </div>
        </section>
      )}
      <PartsView content={content} />
      {instructions !== null && (
        <section className="card">
          <header>
            <h2>{t("plans.instructions")}</h2>
          </header>
          <p className="in plan-text">{instructions}</p>
        </section>
      )}
    </>
  );

  function kindFacts(): readonly (string | null)[] {
    switch (content.kind) {
      case "PROGRAM": {
        const { canStartOffline, requiresRefreshBeforeStart } = content.packagePolicy;
        return [
          t(`plans.skip.${content.skipPolicy}`),
          content.reviewWanted ? t("plans.reviewWanted") : null,
          canStartOffline ? null : t("plans.onlineOnly"),
          requiresRefreshBeforeStart ? t("plans.refreshed") : null,
        ];
      }
      case "REMINDER":
        return [
          content.source === "COMMUNICATION" ? t("plans.sourceMessage") : null,
          snoozeText(content.snooze),
        ];
      case "HABIT":
        return [snoozeText(content.snooze)];
      default:
        return [];
    }
  }

  function snoozeText(snooze: Snooze): string | null {
    if (snooze === undefined) return null;
    return t("plans.snoozes", { minutes: snooze.minutes.join(" / "), most: snooze.most });
  }
}

type Snooze = Extract<PlanContent, { readonly kind: "HABIT" }>["snooze"];

interface PlanContentViewProps {
  readonly content: PlanContent;
  /** The open day of a program. */
  readonly place: DayPlace | null;
  readonly choose: (place: DayPlace) => void;
}
