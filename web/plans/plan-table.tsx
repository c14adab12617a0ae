import { Link } from "@tanstack/react-router";
import { useVirtualizer } from "@tanstack/react-virtual";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { useKeys } from "../kit/keys/use-keys.ts";
import { useTexts } from "../texts/use-texts.ts";
import type { ListedPlan } from "./plans-query.ts";
import { RevisionTag } from "./revision-tag.tsx";

/** The rows of the list of plans. Only the visible ones are drawn; Tab reaches one of them, keys the others. */
export function PlanTable({ plans, open }: PlanTableProps): ReactNode {
  const { t, formats, known } = useTexts();
  const scroller = useRef<HTMLDivElement>(null);
  const isMoving = useRef(false);
  const [current, setCurrent] = useState<string | null>(null);
  const at = Math.max(
    0,
    plans.findIndex(({ planId }) => planId === current),
  );
  const rows = useVirtualizer({
    count: plans.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_PX,
    getItemKey: (index) => plans[index]?.planId ?? index,
    overscan: 8,
  });
  const move = (steps: number) => {
    // The first key takes the first row.
    const wanted = current === null ? 0 : at + steps;
    const next = Math.min(plans.length - 1, Math.max(0, wanted));
    isMoving.current = true;
    setCurrent(plans[next]?.planId ?? null);
    rows.scrollToIndex(next, { align: "auto" });
  };
  useEffect(() => {
    if (!isMoving.current) return;
    const row = scroller.current?.querySelector<HTMLElement>('tr[aria-selected="true"]');
    if (!row) return;
    isMoving.current = false;
    row.focus({ preventScroll: true });
  });
  useKeys([
    { keys: ["j", "ArrowDown"], label: t("plans.key.next"), isShown: true, run: () => move(1) },
    { keys: ["k", "ArrowUp"], label: t("plans.key.before"), isShown: true, run: () => move(-1) },
    {
      keys: ["Enter"],
      label: t("plans.key.open"),
      isShown: true,
      isOff: current === null,
      run: () => current !== null && open(current),
    },
  ]);
  const shown = rows.getVirtualItems();
  const above = shown[0]?.start ?? 0;
  const below = rows.getTotalSize() - (shown.at(-1)?.end ?? 0);
  return (
    <div className="body" ref={scroller}>
      <table
        className="table roomy cards plan-rows"
        role="grid"
        aria-label={t("frame.plans")}
        aria-rowcount={plans.length + 1}
      >
        <thead>
          <tr aria-rowindex={1}>
            <th>{t("plans.column.title")}</th>
            <th className="of-kind">{t("plans.column.kind")}</th>
            <th className="of-state">{t("plans.column.state")}</th>
            <th className="wide of-excepted">{t("plans.column.excepted")}</th>
            <th className="right of-changed">{t("plans.column.changed")}</th>
          </tr>
        </thead>
        <tbody>
          {above > 0 && <Spacer height={above} />}
          {shown.map(({ index, key }) => {
            const plan = plans[index];
            if (plan === undefined) return null;
            const { planId, title, exceptedCount } = plan;
            return (
              <tr
                key={key}
                data-index={index}
                ref={rows.measureElement}
                aria-rowindex={index + 2}
                aria-selected={planId === current}
                tabIndex={index === at ? 0 : -1}
                onFocus={() => setCurrent(planId)}
                onClick={() => open(planId)}
              >
                <td className="cut" title={title}>
                  <Link className="plain" tabIndex={-1} to="/plans/$planId" params={{ planId }}>
                    <b>{title}</b>
                  </Link>
                </td>
                <td className="meta">{known("plans.kind.", plan.kind, "plans.kind.OTHER")}</td>
                <td>
                  <RevisionTag {...plan} />
                </td>
                <td className="wide meta">
                  {exceptedCount > 0 && t("plans.excepted", { count: exceptedCount })}
                </td>
                <td className="right meta num">{formats.day(new Date(plan.updatedAt))}</td>
              </tr>
            );
          })}
          {below > 0 && <Spacer height={below} />}
        </tbody>
      </table>
    </div>
  );
}

interface PlanTableProps {
  readonly plans: readonly ListedPlan[];
  readonly open: (planId: string) => void;
}

const ROW_PX = 44;

/** Takes the room of the rows that are not drawn. */
function Spacer({ height }: { readonly height: number }): ReactNode {
  return (
    <tr className="spacer" aria-hidden="true">
      <td colSpan={5} style={{ height }} />
    </tr>
  );
}
