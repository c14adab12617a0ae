import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useConsole } from "../../frame/console-context.ts";
import { Button } from "../../kit/button.tsx";
import { Dialog } from "../../kit/dialog.tsx";
import { SelectField } from "../../kit/fields/select-field.tsx";
import { Failed, Loading } from "../../kit/states.tsx";
import { useTexts } from "../../texts/use-texts.ts";
import { Outcome } from "../../plans/acts/assign-many-dialog.tsx";
import { endsBeforeStart } from "../../plans/acts/assign-body.ts";
import { TermsFields, USUAL_TERMS } from "../../plans/acts/terms-fields.tsx";
import { useAssign } from "../../plans/acts/use-assign.ts";
import { plansQuery } from "../../plans/plans-query.ts";
import type { ClientPlace, Relationship } from "../client-queries.ts";

/** Gives one of the published plans to a client. */
export function AssignPlanDialog({ place, client, close }: AssignPlanDialogProps): ReactNode {
  const { t, known } = useTexts();
  const { api } = useConsole();
  const { workspaceId, relationshipId } = place;
  const plans = useQuery(plansQuery(api, workspaceId, "PUBLISHED"));
  const [chosen, setChosen] = useState("");
  const [terms, setTerms] = useState(USUAL_TERMS);
  const { assign, outcomes, isPending } = useAssign(workspaceId);
  const planId = chosen || (plans.data?.[0]?.planId ?? "");
  const outcome = outcomes.get(relationshipId);
  const offReason = () => {
    if (planId === "") return t("plans.noPublished");
    return endsBeforeStart(terms) ? t("plans.endsBefore") : null;
  };
  const isDone = outcome?.kind === "ASSIGNED";
  return (
    <Dialog
      title={t("plans.assignClientTitle", { name: client.clientDisplayName })}
      close={close}
      footer={
        <>
          <Button onPress={close}>{t(isDone ? "frame.close" : "frame.cancel")}</Button>
          {!isDone && (
            <Button
              kind="go"
              isPending={isPending}
              offReason={offReason()}
              onPress={() => void assign([relationshipId], planId, terms)}
            >
              {t("plans.assignClientGo")}
            </Button>
          )}
        </>
      }
    >
      {plans.isPending && <Loading rows={2} />}
      {plans.isError && <Failed error={plans.error} retry={() => void plans.refetch()} />}
      {plans.data?.length === 0 && <p className="meta">{t("plans.noPublished")}</p>}
      {plans.data && plans.data.length > 0 && !isDone && (
        <>
          <SelectField
            label={t("plans.column.title")}
            value={planId}
            options={plans.data.map((plan) => ({
              value: plan.planId,
              name: `${plan.title} · ${known("plans.kind.", plan.kind, "plans.kind.OTHER")}`,
            }))}
            change={setChosen}
          />
          <TermsFields terms={terms} outcomes={outcomes.values()} change={setTerms} />
        </>
      )}
      <Outcome outcome={outcome} />
    </Dialog>
  );
}

interface AssignPlanDialogProps {
  readonly place: ClientPlace;
  readonly client: Relationship;
  readonly close: () => void;
}
