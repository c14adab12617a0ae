import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { answer } from "../../api/api-client.ts";
import { useConsole } from "../../frame/console-context.ts";
import { Button } from "../../kit/button.tsx";
import { Dialog } from "../../kit/dialog.tsx";
import { SelectField } from "../../kit/fields/select-field.tsx";
import { Switch } from "../../kit/fields/switch.tsx";
import { TextField } from "../../kit/fields/text-field.tsx";
import { useActKey } from "../../kit/hooks/use-act-key.ts";
import { useNow } from "../../kit/hooks/use-now.ts";
import { Failed, Loading } from "../../kit/states.tsx";
import { plansQuery } from "../../plans/plans-query.ts";
import { refusalText, refusedDate } from "../../plans/words/refusal-text.ts";
import { useTexts } from "../../texts/use-texts.ts";
import { dateAt } from "../local-dates.ts";
import type { AskedPlan } from "./plan-act-dialog.tsx";
import { CLIENT_PLAN_PATH } from "./plan-acts.ts";
import { usePlanAct } from "./use-plan-act.ts";

/** Replaces a plan of the client by another published one from today on. */
export function ReplacePlanDialog(props: ReplacePlanDialogProps): ReactNode {
  const { place, client, plan, taken, done, close } = props;
  const texts = useTexts();
  const { t, known } = texts;
  const { api } = useConsole();
  const keyOf = useActKey();
  const today = dateAt(client.timezone, useNow());
  const published = useQuery(plansQuery(api, place.workspaceId, "PUBLISHED"));
  const [terms, setTerms] = useState<Terms>(USUAL_TERMS);
  const offered = (published.data ?? []).filter(({ planId }) => !taken.has(planId));
  const planId = terms.planId ?? offered[0]?.planId ?? "";
  const successor = offered.find((one) => one.planId === planId)?.title ?? "";
  const { assignmentId, title } = plan;
  const values = { title, name: client.clientDisplayName };
  const sent = usePlanAct(
    place,
    async () => {
      const { endDate, followsNewer, stopUse } = terms;
      const body = { planId, followsNewer, stopUse, ...(endDate !== "" && { endDate }) };
      return await answer(
        api.POST(`${CLIENT_PLAN_PATH}/supersede`, {
          params: {
            path: { ...place, assignmentId },
            header: { "Idempotency-Key": keyOf([assignmentId, body]) },
          },
          body,
        }),
      );
    },
    () => {
      close();
      done(t("clientPlans.did.REPLACE", { title, successor }));
    },
  );
  const change = (changed: Partial<Terms>) => {
    // The refusal was about other terms.
    if (sent.isError) sent.reset();
    setTerms({ ...terms, ...changed });
  };
  const isOver = terms.endDate !== "" && terms.endDate < today;
  const isRefusedDate = refusedDate(sent.error) === "endDate";
  const dateFault = isOver ? t("clientPlans.dayOver") : null;
  const offReason = planId === "" ? t("clientPlans.noOther") : dateFault;
  return (
    <Dialog
      title={t("clientPlans.ask.REPLACE", values)}
      close={close}
      footer={
        <>
          <Button onPress={close}>{t("frame.cancel")}</Button>
          <Button
            kind="go"
            isPending={sent.isPending}
            offReason={offReason}
            onPress={() => sent.mutate()}
          >
            {t("clientPlans.go.REPLACE")}
          </Button>
        </>
      }
    >
      <p>{t("clientPlans.effect.REPLACE", values)}</p>
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
            value={terms.endDate}
            change={(endDate) => change({ endDate })}
          />
          <Switch
            label={t("plans.followsNewer")}
            hint={t("plans.followsNewerHint")}
            isOn={terms.followsNewer}
            change={(followsNewer) => change({ followsNewer })}
          />
          {plan.planKind === "PROGRAM" && (
            <Switch
              label={t("clientPlans.stopUse")}
              hint={t("clientPlans.stopUseHint")}
              isOn={terms.stopUse}
              change={(stopUse) => change({ stopUse })}
            />
          )}
        </>
      )}
      {sent.isError && !isRefusedDate && (
        <p className="error" role="alert">
          {refusalText(texts, sent.error)}
        </p>
      )}
    </Dialog>
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
