import { type ReactNode, useState } from "react";
import type { PlanContent } from "../../../../contract/plans/content-schema.ts";
import type { Recurrence } from "../../../../contract/plans/recurrence-schema.ts";
import { Icon } from "../../../kit/icon.tsx";
import { TextField } from "../../../kit/fields/text-field.tsx";
import { useTexts } from "../../../texts/use-texts.ts";
import { recurrenceWords } from "../../words/recurrence-words.ts";
import { useProblem } from "../edit-context.ts";
import { RuleFields } from "./rule-fields.tsx";
import { readSimpleRule, writeRule } from "./simple-rule.ts";

/** The days of a plan: in words, as fields, and the dates that are left out. Rarer rules are edited as text. */
export function RuleEditor({ content, change }: RuleEditorProps): ReactNode {
  const texts = useTexts();
  const { t } = texts;
  const { recurrence } = content;
  const { rrule, exdates } = recurrence;
  const problem = useProblem("/recurrence/rrule");
  const simple = readSimpleRule(rrule);
  const put = (changes: Partial<Recurrence>, mark: string) =>
    change({ ...content, recurrence: { ...recurrence, ...changes } }, mark);
  return (
    <section className="card">
      <header>
        <h2>{t("plans.when")}</h2>
      </header>
      <div className="in stack">
        <p className="plan-words">
          {problem === null ? recurrenceWords(recurrence, texts) : t("plans.noRule")}
        </p>
        <div data-pointer="/recurrence/rrule" className="stack">
          {simple === null ? (
            <TextField
              label={t("plans.ruleText")}
              hint={t("plans.ruleTextHint")}
              error={problem}
              value={rrule}
              maxLength={300}
              change={(value) => put({ rrule: value }, "/recurrence/rrule")}
            />
          ) : (
            <>
              <RuleFields
                rule={simple}
                change={(rule) => put({ rrule: writeRule(rule) }, "/recurrence/rrule")}
              />
              {problem !== null && <p className="error">{problem}</p>}
              <p>
                <button
                  type="button"
                  className="btn quiet"
                  onClick={() => put({ rrule: `${rrule};WKST=MO` }, "/recurrence/rrule")}
                >
                  {t("plans.ruleAsText")}
                </button>
              </p>
            </>
          )}
        </div>
        <ExcludedDates
          dates={exdates}
          change={(dates) => put({ exdates: dates }, "/recurrence/exdates")}
        />
      </div>
    </section>
  );
}

interface RuleEditorProps {
  readonly content: Exclude<PlanContent, { readonly kind: "PROGRAM" }>;
  readonly change: (content: PlanContent, mark: string) => void;
}

function ExcludedDates({ dates, change }: ExcludedDatesProps): ReactNode {
  const { t, formats } = useTexts();
  const [typed, setTyped] = useState("");
  const add = () => {
    if (typed === "" || dates.includes(typed)) return;
    change([...dates, typed].toSorted());
    setTyped("");
  };
  return (
    <div className="row-h wrap plan-fields" role="group" aria-label={t("plans.notOn")}>
      <TextField label={t("plans.notOn")} type="date" value={typed} change={setTyped} />
      <button type="button" className="btn" disabled={typed === ""} onClick={add}>
        {t("plans.addDate")}
      </button>
      {dates.map((date) => (
        <button
          type="button"
          className="tag plan-tag-button"
          key={date}
          aria-label={t("plans.removeDate", { date: formats.localDate(date) })}
          onClick={() => change(dates.filter((other) => other !== date))}
        >
          {formats.localDate(date)} <Icon name="x" />
        </button>
      ))}
    </div>
  );
}

interface ExcludedDatesProps {
  readonly dates: readonly string[];
  readonly change: (dates: string[]) => void;
}
