import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { answer } from "../../api/api-client.ts";
import { useConsole } from "../../frame/console-context.ts";
import { SelectField } from "../../kit/fields/select-field.tsx";
import { Failed, Loading } from "../../kit/states.tsx";
import { planQuery } from "../../plans/plans-query.ts";
import { useTexts } from "../../texts/use-texts.ts";
import { CLIENT_PLAN_PATH } from "./plan-acts.ts";
import { PlanDialog } from "./plan-dialog.tsx";
import { programDays } from "./program-days.ts";
import { type AskedPlan, usePlanAct } from "./use-plan-act.ts";

/** Resumes a paused plan. A program continues where it stopped, or with a day that the coach chooses. */
export function ResumePlanDialog(asked: AskedPlan): ReactNode {
  const { place, client, plan } = asked;
  const { t } = useTexts();
  const { api } = useConsole();
  const [chosen, setChosen] = useState(WHERE_IT_STOPPED);
  const { planId, title } = plan;
  const { workspaceId } = place;
  const isProgram = plan.planKind === "PROGRAM";
  const found = useQuery({ ...planQuery(api, { workspaceId, planId }), enabled: isProgram });
  // Only the newest revision can be read. A client who keeps an older one continues where it stopped.
  const isReadable = plan.followsNewer || plan.planRevision === found.data?.revision;
  const days = isReadable ? programDays(found.data?.content ?? null) : [];
  const body = chosen === WHERE_IT_STOPPED ? {} : { programDay: Number(chosen) };
  const sent = usePlanAct(asked, {
    content: body,
    send: async (params) => await answer(api.POST(`${CLIENT_PLAN_PATH}/resume`, { params, body })),
    said: t("clientPlans.did.RESUME", { title, name: client.clientDisplayName }),
  });
  return (
    <PlanDialog act="RESUME" asked={asked} sent={sent} autoFocus>
      {found.isLoading && <Loading rows={1} />}
      {found.isError && <Failed error={found.error} retry={() => void found.refetch()} />}
      {days.length > 0 && (
        <SelectField
          label={t("clientPlans.continueWith")}
          hint={t("clientPlans.continueHint")}
          value={chosen}
          options={[
            { value: WHERE_IT_STOPPED, name: t("clientPlans.whereItStopped") },
            ...days.map(({ programDay, ...day }) => ({
              value: String(programDay),
              name: t("plans.dayTitle", day),
            })),
          ]}
          change={setChosen}
        />
      )}
    </PlanDialog>
  );
}

const WHERE_IT_STOPPED = "";
