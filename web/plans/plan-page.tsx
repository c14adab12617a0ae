import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useConsole } from "../frame/console-context.ts";
import { PageHead } from "../frame/page-head.tsx";
import { useMe } from "../frame/use-me.ts";
import { useKeys } from "../kit/keys/use-keys.ts";
import { Failed, Loading } from "../kit/states.tsx";
import { useTexts } from "../texts/use-texts.ts";
import { Followers } from "./followers.tsx";
import { planQuery } from "./plans-query.ts";
import { readContent } from "./read-content.ts";
import { RevisionTag } from "./revision-tag.tsx";
import { PlanContentView } from "./show/plan-content-view.tsx";
import { ViewTabs } from "./view-tabs.tsx";

const route = getRouteApi("/plans/$planId");

/** One plan: its draft or its newest revision, and who follows it. */
export function PlanPage(): ReactNode {
  const { t, known } = useTexts();
  const { api } = useConsole();
  const { workspace } = useMe();
  const { planId } = route.useParams();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const place = { workspaceId: workspace.workspaceId, planId };
  const found = useQuery(planQuery(api, place));
  useKeys([
    {
      keys: ["Escape"],
      label: t("plans.key.back"),
      isShown: true,
      run: () => void navigate({ to: "/plans" }),
    },
  ]);
  if (found.isPending) return <Loading />;
  if (found.isError) return <Failed error={found.error} retry={() => void found.refetch()} />;
  const plan = found.data;
  const view = search.view ?? (plan.draft === null ? "published" : "draft");
  const content = readContent(view === "draft" ? (plan.draft ?? plan.content) : plan.content);
  const { week, day } = search;
  return (
    <>
      <PageHead
        title={plan.title}
        facts={
          <>
            <span className="tag">{known("plans.kind.", plan.kind, "plans.kind.OTHER")}</span>
            <RevisionTag {...plan} hasDraft={plan.draft !== null} />
          </>
        }
      />
      {plan.draft !== null && plan.content !== null && <ViewTabs plan={plan} view={view} />}
      <div className="split plan-split">
        <div className="plan-ground">
          <div className="page stack-l">
            {content === null ? (
              <p className="note warn">{t("plans.unknownContent")}</p>
            ) : (
              <PlanContentView
                content={content}
                place={week !== undefined && day !== undefined ? { week, day } : null}
                choose={(chosen) =>
                  void navigate({ search: (before) => ({ ...before, ...chosen }), replace: true })
                }
              />
            )}
          </div>
        </div>
        <aside aria-label={t("plans.followers")}>
          <Followers place={place} />
        </aside>
      </div>
    </>
  );
}
