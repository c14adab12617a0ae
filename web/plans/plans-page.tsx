import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { type ReactNode, useRef, useState } from "react";
import { PLAN_KINDS } from "../../contract/plans/kind-vocabulary.ts";
import { PLAN_STATUSES } from "../../contract/plans/vocabulary.ts";
import { useConsole } from "../frame/console-context.ts";
import { PageHead } from "../frame/page-head.tsx";
import { useMe } from "../frame/use-me.ts";
import { useActReason } from "../frame/use-act-reason.ts";
import { Button } from "../kit/button.tsx";
import { useKeys } from "../kit/keys/use-keys.ts";
import { Empty, Failed, Loading } from "../kit/states.tsx";
import { useTexts } from "../texts/use-texts.ts";
import { listPlans } from "./list-plans.ts";
import { NewPlanDialog } from "./new-plan-dialog.tsx";
import { PlanFilter } from "./plan-filter.tsx";
import { PlanTable } from "./plan-table.tsx";
import { plansQuery } from "./plans-query.ts";
import { plansSearch } from "./plans-search.ts";

const route = getRouteApi("/plans");

/** The plans of the workspace: found by title, kind and status, and begun here. */
export function PlansPage(): ReactNode {
  const { t } = useTexts();
  const { api } = useConsole();
  const { workspace } = useMe();
  const offReason = useActReason("plans.manage");
  const { kind = null, status = null } = route.useSearch();
  const navigate = route.useNavigate();
  const field = useRef<HTMLInputElement>(null);
  const filter = useRef<HTMLSelectElement>(null);
  const [typed, setTyped] = useState("");
  const [isMaking, setIsMaking] = useState(false);
  const plans = useQuery(plansQuery(api, workspace.workspaceId, status));
  const shown = listPlans(plans.data ?? [], { kind, typed });
  const change = (changes: { readonly kind?: string; readonly status?: string }) =>
    void navigate({ search: (before) => plansSearch({ ...before, ...changes }), replace: true });
  const open = (planId: string) => void navigate({ to: "/plans/$planId", params: { planId } });
  const make = () => setIsMaking(true);
  useKeys([
    { keys: ["/"], label: t("plans.key.find"), isShown: true, run: () => field.current?.focus() },
    {
      keys: ["f"],
      label: t("plans.key.filter"),
      isShown: true,
      run: () => filter.current?.focus(),
    },
    {
      keys: ["n"],
      label: t("plans.key.new"),
      isShown: true,
      isOff: offReason !== null,
      run: make,
    },
  ]);
  const isEmpty = plans.data?.length === 0 && status === null;
  return (
    <>
      <PageHead title={t("frame.plans")}>
        <input
          ref={field}
          type="search"
          className="input find"
          aria-label={t("plans.find")}
          placeholder={t("plans.find")}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          onKeyDown={({ key }) => key === "Escape" && setTyped("")}
        />
        <Button kind="go" icon="plus" keys="n" offReason={offReason} onPress={make}>
          {t("plans.new")}
        </Button>
      </PageHead>
      <div className="filters" role="group" aria-label={t("plans.filter")}>
        <PlanFilter
          field={filter}
          label={t("plans.column.kind")}
          any={t("plans.anyKind")}
          value={kind ?? ""}
          choices={PLAN_KINDS.map((id) => [id, t(`plans.kind.${id}`)])}
          choose={(chosen) => change({ kind: chosen })}
        />
        <PlanFilter
          label={t("plans.column.state")}
          any={t("plans.anyStatus")}
          value={status ?? ""}
          choices={PLAN_STATUSES.map((id) => [id, t(`plans.status.${id}`)])}
          choose={(chosen) => change({ status: chosen })}
        />
      </div>
      {plans.isPending && <Loading rows={10} />}
      {plans.isError && <Failed error={plans.error} retry={() => void plans.refetch()} />}
      {isEmpty && (
        <Empty title={t("plans.none")}>
          <p>{t("plans.noneLead")}</p>
          <Button kind="go" offReason={offReason} onPress={make}>
            {t("plans.new")}
          </Button>
        </Empty>
      )}
      {plans.data && !isEmpty && shown.length === 0 && (
        <Empty title={t("plans.noneHere")}>
          <p>{t("plans.noneHereLead")}</p>
          <Button
            onPress={() => {
              setTyped("");
              void navigate({ search: {}, replace: true });
            }}
          >
            {t("plans.showAll")}
          </Button>
        </Empty>
      )}
      {shown.length > 0 && <PlanTable plans={shown} open={open} />}
      {isMaking && (
        <NewPlanDialog
          workspaceId={workspace.workspaceId}
          opened={open}
          close={() => setIsMaking(false)}
        />
      )}
    </>
  );
}
