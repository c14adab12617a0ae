import type { ReactNode } from "react";
import { TextField } from "../../kit/fields/text-field.tsx";
import { useTexts } from "../../texts/use-texts.ts";
import { Card } from "../kit/card.tsx";
import type { Draft } from "../kit/use-draft.ts";
import { type Limit, type WorkspaceForm, limitFaults } from "./workspace-form.ts";

/** The limits by which clients are rated. */
export function LimitFields({ shown, change, isOff }: LimitFieldsProps): ReactNode {
  const { t } = useTexts();
  const faults = limitFaults(shown);
  const field = (limit: Limit) => {
    const fault = faults[limit];
    return (
      <TextField
        type="number"
        inputMode="numeric"
        label={t(`settings.limit.${limit}`)}
        hint={t(`settings.limitHint.${limit}`)}
        value={shown[limit]}
        change={change(limit)}
        error={fault === undefined ? null : t(`settings.limitFault.${fault}`)}
        readOnly={isOff}
      />
    );
  };
  return (
    <Card title={t("settings.limits")}>
      <div className="in stack">
        <p className="meta">{t("settings.limitsLead")}</p>
        {field("onTrackPercent")}
        {field("attentionPercent")}
        {field("fewestCounted")}
      </div>
    </Card>
  );
}

interface LimitFieldsProps extends Pick<Draft<WorkspaceForm>, "change" | "shown"> {
  readonly isOff: boolean;
}
