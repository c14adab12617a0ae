import type { ReactNode } from "react";
import { Switch } from "../../kit/fields/switch.tsx";
import { TextField } from "../../kit/fields/text-field.tsx";
import { useTexts } from "../../texts/use-texts.ts";
import { type Terms, endsBeforeStart } from "./assign-body.ts";

/** From when and until when a plan is assigned, and whether newer revisions follow. */
export function TermsFields({ terms, change }: TermsFieldsProps): ReactNode {
  const { t } = useTexts();
  return (
    <>
      <div className="row-h wrap plan-fields">
        <TextField
          label={t("plans.startDate")}
          type="date"
          value={terms.startDate}
          change={(startDate) => change({ ...terms, startDate })}
        />
        <TextField
          label={t("plans.endDate")}
          type="date"
          value={terms.endDate}
          error={endsBeforeStart(terms) ? t("plans.endsBefore") : null}
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
  readonly change: (terms: Terms) => void;
}

/** From today on, without an end, with newer revisions. */
export const USUAL_TERMS: Terms = { startDate: "", endDate: "", followsNewer: true };
