import type { ReactNode } from "react";
import { WEEKDAYS } from "../../../../contract/plans/vocabulary.ts";
import { SelectField } from "../../../kit/fields/select-field.tsx";
import { TextField } from "../../../kit/fields/text-field.tsx";
import { useTexts } from "../../../texts/use-texts.ts";
import { NumberCell } from "../number-cell.tsx";
import { FREQUENCIES, type RuleEnd, type SimpleRule } from "./simple-rule.ts";

/** The fields of a rule: how often, on which weekdays, until when. */
export function RuleFields({ rule, change }: RuleFieldsProps): ReactNode {
  const { t } = useTexts();
  const { frequency, interval, weekdays, end } = rule;
  return (
    <>
      <div className="row-h wrap plan-fields">
        <SelectField
          label={t("plans.frequency")}
          value={frequency}
          options={FREQUENCIES.map((value) => ({ value, name: t(`plans.frequency.${value}`) }))}
          change={(value) => change({ ...rule, frequency: value })}
        />
        <label className="field">
          <span className="label">{t("plans.interval")}</span>
          <NumberCell
            label={t("plans.interval")}
            pointer="/recurrence/interval"
            value={interval}
            change={(value) => change({ ...rule, interval: value ?? Number.NaN })}
          />
        </label>
      </div>
      {frequency !== "MONTHLY" && (
        <div className="weekdays" role="group" aria-label={t("plans.weekdays")}>
          {WEEKDAYS.map((day) => {
            const isOn = weekdays.includes(day);
            return (
              <button
                type="button"
                key={day}
                aria-pressed={isOn}
                // The name is what is shown, for people who speak it; the title has the whole day.
                title={t(`plans.weekday.${day}`)}
                onClick={() =>
                  change({
                    ...rule,
                    weekdays: isOn ? weekdays.filter((other) => other !== day) : [...weekdays, day],
                  })
                }
              >
                {t(`plans.weekday.${day}`).slice(0, 2)}
              </button>
            );
          })}
        </div>
      )}
      <div className="row-h wrap plan-fields">
        <SelectField
          label={t("plans.ends")}
          value={end.kind}
          options={ENDS.map((value) => ({ value, name: t(`plans.ends.${value}`) }))}
          change={(kind) => change({ ...rule, end: newEnd(kind) })}
        />
        {end.kind === "COUNT" && (
          <label className="field">
            <span className="label">{t("plans.ends.times")}</span>
            <NumberCell
              label={t("plans.ends.times")}
              pointer="/recurrence/count"
              value={end.count}
              change={(count) =>
                change({ ...rule, end: { kind: "COUNT", count: count ?? Number.NaN } })
              }
            />
          </label>
        )}
        {end.kind === "UNTIL" && (
          <TextField
            label={t("plans.ends.date")}
            type="date"
            value={end.date}
            change={(date) => date !== "" && change({ ...rule, end: { kind: "UNTIL", date } })}
          />
        )}
      </div>
    </>
  );
}

interface RuleFieldsProps {
  readonly rule: SimpleRule;
  readonly change: (rule: SimpleRule) => void;
}

const ENDS = ["NEVER", "COUNT", "UNTIL"] as const;
const FIRST_COUNT = 10;

function newEnd(kind: RuleEnd["kind"]): RuleEnd {
  if (kind === "COUNT") return { kind, count: FIRST_COUNT };
  if (kind === "NEVER") return { kind };
  const inThreeMonths = new Date();
  inThreeMonths.setMonth(inThreeMonths.getMonth() + 3);
  return { kind, date: inThreeMonths.toISOString().slice(0, 10) };
}
