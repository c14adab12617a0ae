import type { ReactNode } from "react";
import { Switch } from "../../kit/fields/switch.tsx";
import { TextField } from "../../kit/fields/text-field.tsx";
import { useTexts } from "../../texts/use-texts.ts";
import { type AssignmentDate, neverAsksText } from "../words/refusal-text.ts";
import { type AssignOutcome, type Terms, endsBeforeStart, overDate } from "./assign-body.ts";

/** From when and until when a plan is assigned, and whether newer revisions follow. */
export function TermsFields({ terms, outcomes, change }: TermsFieldsProps): ReactNode {
  const texts = useTexts();
  const { t } = texts;
  const date = overDate(terms, outcomes);
  const errorOf = (field: AssignmentDate) => (date === field ? neverAsksText(texts, field) : null);
  return (
    <>
      <div className="row-h wrap plan-fields">
        <TextField
          label={t("plans.startDate")}
          type="date"
          value={terms.startDate}
          error={errorOf("startDate")}
          change={(startDate) => change({ ...terms, startDate })}
        />
        <TextField
          label={t("plans.endDate")}
          type="date"
          value={terms.endDate}
          error={endsBeforeStart(terms) ? t("plans.endsBefore") : errorOf("endDate")}
          change={(endDate) => change({ ...terms, endDate })}
        />
      </div>
      <p className="hint">{t("plans.datesHint")}</p>
      <Switch
        label={t("plans.followsNewer")}
        hint={t("plans.followsNewerHint")}
        isOn={terms.followsNewer}
        change={(followsNewer) => change({ ...terms, followsNewer })}
      />
    </>
  );
}

interface TermsFieldsProps {
  readonly terms: Terms;
  /** The outcome of the assignments so far. A date that was refused says so. */
  readonly outcomes: Iterable<AssignOutcome>;
  readonly change: (terms: Terms) => void;
}

/** From today on, without an end, with newer revisions. */
export const USUAL_TERMS: Terms = { startDate: "", endDate: "", followsNewer: true };
