import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { Button } from "../../kit/button.tsx";
import { Menu } from "../../kit/menu.tsx";
import { useTexts } from "../../texts/use-texts.ts";
import type { ClientPlan } from "./client-plans-query.ts";
import type { PlanAct } from "./plan-acts.ts";

/** A plan of the client: its revision and dates, whether it pauses, what its coach should know, and the acts on it. */
export function PlanRow({ plan, acts, ask }: PlanRowProps): ReactNode {
  const { t, known, formats, language } = useTexts();
  const { planId, title, planKind, planRevision, startDate, endDate } = plan;
  const from = formats.localDate(startDate);
  const facts = [
    known("plans.kind.", planKind, "plans.kind.OTHER"),
    t("plans.onRevision", { revision: planRevision }),
    endDate === null
      ? t("clientPlans.from", { from })
      : t("plans.between", { from, to: formats.localDate(endDate) }),
  ];
  const notes = [plan.courseOver, ...plan.warnings].flatMap((note) =>
    note === null ? [] : [note.message[language]],
  );
  return (
    <li className="line">
      <span className="grow">
        <Link className="plain" to="/plans/$planId" params={{ planId }} search={{}}>
          <b>
            <bdi>{title}</bdi>
          </b>
        </Link>
        <span className="meta plan-block">{facts.join(" · ")}</span>
        {notes.map((note) => (
          <span className="meta t-warn plan-block" key={note}>
            {note}
          </span>
        ))}
      </span>
      {plan.status === "PAUSED" && <span className="tag warn">{t("plans.paused")}</span>}
      {!plan.followsNewer && <span className="tag">{t("clientPlans.stays")}</span>}
      {acts.length > 0 && (
        <Menu
          button={<Button kind="quiet" icon="more" label={t("clientPlans.acts", { title })} />}
          items={acts.map((id) => ({
            id,
            name: t(`clientPlans.act.${id}`),
            run: () => ask(id),
          }))}
        />
      )}
    </li>
  );
}

interface PlanRowProps {
  readonly plan: ClientPlan;
  readonly acts: readonly PlanAct[];
  readonly ask: (act: PlanAct) => void;
}
