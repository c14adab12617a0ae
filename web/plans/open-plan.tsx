import { getRouteApi } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { PageHead } from "../frame/page-head.tsx";
import { useActReason } from "../frame/use-act-reason.ts";
import { useOffReason } from "../frame/use-off-reason.ts";
import { Button } from "../kit/button.tsx";
import { useKeys } from "../kit/keys/use-keys.ts";
import { type Done, UndoBar } from "../kit/undo-bar.tsx";
import { BackLink } from "../kit/way-back/back-link.tsx";
import { useTexts } from "../texts/use-texts.ts";
import { AssignManyDialog } from "./acts/assign-many-dialog.tsx";
import { PlanMenu } from "./acts/plan-menu.tsx";
import { DraftEditor } from "./edit/draft-editor.tsx";
import { EditBar } from "./edit/edit-bar.tsx";
import { ProblemsContext } from "./edit/edit-context.ts";
import { LeaveGuard } from "./edit/leave-guard.tsx";
import { SaveRefusal } from "./edit/save-refusal.tsx";
import { useDraft } from "./edit/use-draft.ts";
import { useNextProblem } from "./edit/use-next-problem.ts";
import { Followers } from "./followers.tsx";
import type { Plan } from "./plans-query.ts";
import type { DayPlace } from "./words/program-words.ts";
import { PublishPanel } from "./publish/publish-panel.tsx";
import { readContent } from "./read-content.ts";
import { RevisionTag } from "./revision-tag.tsx";
import { PlanContentView } from "./show/plan-content-view.tsx";
import { ViewTabs } from "./view-tabs.tsx";

const route = getRouteApi("/plans/$planId");

/** A plan that was read. The draft stays as it is edited while the newest revision is looked at. */
export function OpenPlan({ plan }: { readonly plan: Plan }): ReactNode {
  const { t, known } = useTexts();
  const { week, day, ...search } = route.useSearch();
  const navigate = route.useNavigate();
  const [done, setDone] = useState<Done | null>(null);
  const [isAssigning, setIsAssigning] = useState(false);
  const [dismiss] = useState(() => () => setDone(null));
  const draft = useDraft(plan);
  const { workspaceId, planId } = plan;
  const address = { workspaceId, planId };
  const place = week !== undefined && day !== undefined ? { week, day } : null;
  const choose = (chosen: DayPlace) =>
    void navigate({ search: (before) => ({ ...before, ...chosen }), replace: true });
  const show = (view: "draft" | "published") =>
    void navigate({ search: (before) => ({ ...before, view }), replace: true });
  const nextProblem = useNextProblem(draft, choose);
  const isArchived = plan.status === "ARCHIVED";
  const hasDraft = plan.draft !== null;
  const view = search.view ?? (hasDraft ? "draft" : "published");
  const offReason = useOffReason("plans.manage");
  const isEdited = view === "draft" && !isArchived && offReason === null;
  const mayNotAssign = useActReason("plans.assign");
  const content = readContent(view === "draft" ? (plan.draft ?? plan.content) : plan.content);
  const assignReason = assignOffReason();
  useKeys([
    {
      keys: ["a"],
      label: t("plans.key.assign"),
      isShown: true,
      isOff: assignReason !== null,
      run: () => setIsAssigning(true),
    },
  ]);
  return (
    <>
      <BackLink of="plan" />
      <PageHead
        title={plan.title}
        facts={
          <>
            <span className="tag">{known("plans.kind.", plan.kind, "plans.kind.OTHER")}</span>
            <RevisionTag {...plan} hasDraft={hasDraft} />
          </>
        }
      >
        {isEdited && draft !== null && (
          <EditBar draft={draft} offReason={offReason} nextProblem={nextProblem} />
        )}
        {!isEdited && !isArchived && (
          <Button kind="go" offReason={offReason} onPress={() => show("draft")}>
            {t("plans.edit")}
          </Button>
        )}
        <Button kind="quiet" keys="a" offReason={assignReason} onPress={() => setIsAssigning(true)}>
          {t("plans.assign")}
        </Button>
        <PlanMenu plan={plan} />
      </PageHead>
      {plan.content !== null && (hasDraft || view === "draft") && (
        <ViewTabs plan={plan} view={view} />
      )}
      {draft !== null && <SaveRefusal draft={draft} />}
      <div className="split plan-split">
        <div className="plan-ground">
          <div className="page stack-l">{showContent()}</div>
        </div>
        {isEdited ? (
          <aside aria-label={t("plans.beforePublishing")}>
            <PublishPanel
              plan={plan}
              place={address}
              isDirty={!hasDraft || draft?.isDirty === true}
              refused={(error) => draft?.refuse(error)}
              published={(text) => {
                setDone({ text, undo: null });
                show("published");
              }}
            />
          </aside>
        ) : (
          <aside aria-label={t("plans.followers")}>
            <Followers place={address} newest={plan.revision} />
          </aside>
        )}
      </div>
      <LeaveGuard isDirty={draft?.isDirty === true} leave={() => draft?.leave()} />
      {isAssigning && <AssignManyDialog plan={plan} close={() => setIsAssigning(false)} />}
      {done !== null && <UndoBar done={done} dismiss={dismiss} />}
    </>
  );

  function assignOffReason(): string | null {
    if (mayNotAssign !== null) return mayNotAssign;
    if (isArchived) return t("plans.refusal.ARCHIVED");
    return plan.revision === 0 ? t("plans.assignNotPublished") : null;
  }

  function showContent(): ReactNode {
    if (isEdited && draft !== null)
      return (
        <ProblemsContext value={draft.problems}>
          <DraftEditor
            content={draft.content}
            change={draft.change}
            place={place}
            choose={choose}
          />
        </ProblemsContext>
      );
    if (content === null) return <p className="note warn">{t("plans.unknownContent")}</p>;
    return <PlanContentView content={content} place={place} choose={choose} />;
  }
}
