import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useConsole } from "../frame/console-context.ts";
import { useMe } from "../frame/use-me.ts";
import { useKeys } from "../kit/keys/use-keys.ts";
import { Loading } from "../kit/states.tsx";
import { Absent } from "../kit/way-back/absent.tsx";
import { useTexts } from "../texts/use-texts.ts";
import { OpenPlan } from "./open-plan.tsx";
import { planQuery } from "./plans-query.ts";

const route = getRouteApi("/plans/$planId");

/** One plan: its draft to edit and publish, or its newest revision and who follows it. */
export function PlanPage(): ReactNode {
  const { t } = useTexts();
  const { api } = useConsole();
  const { workspace } = useMe();
  const { planId } = route.useParams();
  const navigate = route.useNavigate();
  const found = useQuery(planQuery(api, { workspaceId: workspace.workspaceId, planId }));
  useKeys([
    {
      keys: ["Escape"],
      label: t("plans.key.back"),
      isShown: true,
      run: () => void navigate({ to: "/plans" }),
    },
  ]);
  if (found.data) return <OpenPlan key={planId} plan={found.data} />;
  if (found.isError) return <Absent of="plan" read={found} />;
  return <Loading />;
}
