import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useConsole } from "../../frame/console-context.ts";
import { useOffReason } from "../../frame/use-off-reason.ts";
import { useTexts } from "../../texts/use-texts.ts";
import { useFocusAfter } from "../acts/use-focus-after.ts";
import { ReadState } from "../read-state.tsx";
import type { TabProps } from "../tab-props.ts";
import { type ClientPlan, clientPlansQuery } from "./client-plans-query.ts";
import { PlanActDialog } from "./plan-act-dialog.tsx";
import { PlanRow } from "./plan-row.tsx";
import { type PlanAct, actsOnPlan } from "./plan-acts.ts";
import { ReplacePlanDialog } from "./replace-plan-dialog.tsx";
import { ResumePlanDialog } from "./resume-plan-dialog.tsx";

/** The plans that the client has, each to be paused, resumed, replaced or ended. */
export function PlansCard({ place, client }: TabProps): ReactNode {
  const { t } = useTexts();
  const { api } = useConsole();
  const mayAct = useOffReason("plans.assign") === null;
  const plans = useQuery(clientPlansQuery(api, place));
  const [asked, setAsked] = useState<Asked | null>(null);
  const [said, setSaid] = useState("");
  const heading = useFocusAfter(said, plans.data);
  return (
    <section className="card" aria-label={t("clientPlans.title")}>
      <header>
        <h2 ref={heading} tabIndex={-1}>
          {t("clientPlans.title")}
        </h2>
      </header>
      <ReadState read={plans} rows={3} />
      {plans.data?.length === 0 && <p className="in meta">{t("clientPlans.none")}</p>}
      {plans.data && plans.data.length > 0 && (
        <ul>
          {plans.data.map((plan) => (
            <PlanRow
              key={plan.assignmentId}
              plan={plan}
              acts={mayAct ? actsOnPlan(plan, client.status) : []}
              ask={(act) => setAsked({ act, plan })}
            />
          ))}
        </ul>
      )}
      <p className="meta plan-said" role="status">
        {said}
      </p>
      {asked !== null && (
        <AskedDialog
          {...asked}
          place={place}
          client={client}
          taken={new Set(plans.data?.map(({ planId }) => planId))}
          done={setSaid}
          close={() => setAsked(null)}
        />
      )}
    </section>
  );
}

/** An act that waits for its confirmation. */
interface Asked {
  readonly act: PlanAct;
  readonly plan: ClientPlan;
}

function AskedDialog({ act, ...props }: AskedDialogProps): ReactNode {
  switch (act) {
    case "RESUME":
      return <ResumePlanDialog {...props} />;
    case "REPLACE":
      return <ReplacePlanDialog {...props} />;
    case "PAUSE":
    case "FOLLOW":
    case "END":
      return <PlanActDialog act={act} {...props} />;
  }
}

interface AskedDialogProps extends Asked, TabProps {
  readonly taken: ReadonlySet<string>;
  readonly done: (text: string) => void;
  readonly close: () => void;
}
