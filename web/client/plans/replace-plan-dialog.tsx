import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { answer } from "../../api/api-client.ts";
import { useConsole } from "../../frame/console-context.ts";
import { SelectField } from "../../kit/fields/select-field.tsx";
import { Switch } from "../../kit/fields/switch.tsx";
import { TextField } from "../../kit/fields/text-field.tsx";
import { useNow } from "../../kit/hooks/use-now.ts";
import { Failed, Loading } from "../../kit/states.tsx";
import { plansQuery } from "../../plans/plans-query.ts";
import { refusalText, refusedDate } from "../../plans/words/refusal-text.ts";
import { useTexts } from "../../texts/use-texts.ts";
import { dateAt } from "../local-dates.ts";
import { CLIENT_PLAN_PATH } from "./plan-acts.ts";
import { PlanDialog } from "./plan-dialog.tsx";
import { type AskedPlan, usePlanAct } from "./use-plan-act.ts";

/** Replaces a plan of the client by another published one from today on. */
export function ReplacePlanDialog({ taken, ...asked }: ReplacePlanDialogProps): ReactNode {
  const { place, client, plan } = asked;
  const texts = useTexts();
  const { t, known } = texts;
  const { api } = useConsole();
  const today = dateAt(client.timezone, useNow());
  const published = useQuery(plansQuery(api, place.workspaceId, "PUBLISHED"));
  const [terms, setTerms] = useState<Terms>(USUAL_TERMS);
  const offered = (published.data ?? []).filter(({ planId }) => !taken.has(planId));
  const planId = terms.planId ?? offered[0]?.planId ?? "";
  const successor = offered.find((one) => one.planId === planId)?.title ?? "";
  const { endDate, followsNewer, stopUse } = terms;
  const body = { planId, followsNewer, stopUse, ...(endDate !== "" && { endDate }) };
  const sent = usePlanAct(asked, {
    content: body,
    send: async (params) =>
      await answer(api.POST(`${CLIENT_PLAN_PATH}/supersede`, { params, body })),
    said: t("clientPlans.did.REPLACE", { title: plan.title, successor }),
  });
  const change = (changed: Partial<Terms>) => {
    // The refusal was about other terms.
    if (sent.isError) sent.reset();
    setTerms({ ...terms, ...changed });
  };
  const isOver = endDate !== "" && endDate < today;
  const isRefusedDate = refusedDate(sent.error) === "endDate";
  const dateFault = isOver ? t("clientPlans.dayOver") : null;
  const offReason = planId === "" ? t("clientPlans.noOther") : dateFault;
  return (
    <PlanDialog
      act="REPLACE"
      asked={asked}
      sent={{ ...sent, error: isRefusedDate ? null : sent.error }}
      offReason={offReason}
    >
      {published.isPending && <Loading rows={2} />}
      {published.isError && (
        <Failed error={published.error} retry={() => void published.refetch()} />
      )}
      {published.data && offered.length === 0 && <p className="meta">{t("clientPlans.noOther")}</p>}
      {offered.length > 0 && (
        <>
          <SelectField
            label={t("clientPlans.successor")}
            value={planId}
            options={offered.map((one) => ({
              value: one.planId,
              name: `${one.title} · ${known("plans.kind.", one.kind, "plans.kind.OTHER")}`,
            }))}
            change={(chosen) => change({ planId: chosen })}
          />
          <TextField
            type="date"
            label={t("clientPlans.lastDay")}
            error={isRefusedDate ? refusalText(texts, sent.error) : dateFault}
            value={endDate}
            change={(day) => change({ endDate: day })}
          />
          <Switch
            label={t("plans.followsNewer")}
            hint={t("plans.followsNewerHint")}
            isOn={followsNewer}
            change={(isOn) => change({ followsNewer: isOn })}
          />
          {plan.planKind === "PROGRAM" && (
            <Switch
              label={t("clientPlans.stopUse")}
              hint={t("clientPlans.stopUseHint")}
              isOn={stopUse}
              change={(isOn) => change({ stopUse: isOn })}
            />
          )}
        </>
      )}
    </PlanDialog>
  );
}

interface ReplacePlanDialogProps extends AskedPlan {
  /** Ids of the plans that the client has: none of them can be given again. */
  readonly taken: ReadonlySet<string>;
}

interface Terms {
  /** Null for the first plan that is offered. */
  readonly planId: string | null;
  /** Empty without an end. */
  readonly endDate: string;
  readonly followsNewer: boolean;
  readonly stopUse: boolean;
}

const USUAL_TERMS: Terms = { planId: null, endDate: "", followsNewer: true, stopUse: false };
