import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useTexts } from "../texts/use-texts.ts";
import { PLAN_VIEWS, type PlanView } from "./plan-search.ts";
import type { Plan } from "./plans-query.ts";

/** The draft and the newest revision of a plan that has both. */
export function ViewTabs({ plan, view }: ViewTabsProps): ReactNode {
  const { t } = useTexts();
  const { planId, revision } = plan;
  return (
    <nav className="tabs" aria-label={t("plans.views")}>
      {PLAN_VIEWS.map((name) => (
        <Link
          key={name}
          from="/plans/$planId"
          to="/plans/$planId"
          params={{ planId }}
          search={(before) => ({ ...before, view: name })}
          replace
          aria-current={name === view ? "page" : undefined}
        >
          {t(`plans.view.${name}`, { revision })}
        </Link>
      ))}
    </nav>
  );
}

interface ViewTabsProps {
  readonly plan: Plan;
  readonly view: PlanView;
}
