import type { ReactNode } from "react";
import { answer } from "../../api/api-client.ts";
import { useConsole } from "../../frame/console-context.ts";
import { useTexts } from "../../texts/use-texts.ts";
import { PLAN_ACT_PATHS, type SimplePlanAct } from "./plan-acts.ts";
import { PlanDialog } from "./plan-dialog.tsx";
import { type AskedPlan, usePlanAct } from "./use-plan-act.ts";

/** Says what a pause, an end or following newer revisions does to a plan of the client, and asks. */
export function PlanActDialog({ act, ...asked }: PlanActDialogProps): ReactNode {
  const { t } = useTexts();
  const { api } = useConsole();
  const { client, plan } = asked;
  const { title } = plan;
  const sent = usePlanAct(asked, {
    content: act,
    send: async (params) => await answer(api.POST(PLAN_ACT_PATHS[act], { params })),
    said: t(`clientPlans.did.${act}`, { title, name: client.clientDisplayName }),
  });
  return (
    <PlanDialog act={act} asked={asked} sent={sent} autoFocus>
      {act === "PAUSE" && plan.planKind === "PROGRAM" && <p>{t("clientPlans.pausedProgram")}</p>}
      {act === "PAUSE" && plan.endDate !== null && <p>{t("clientPlans.sameEnd")}</p>}
    </PlanDialog>
  );
}

interface PlanActDialogProps extends AskedPlan {
  readonly act: SimplePlanAct;
}
