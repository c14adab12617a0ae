import type { ReactNode } from "react";
import { answer } from "../../api/api-client.ts";
import { useConsole } from "../../frame/console-context.ts";
import { Button } from "../../kit/button.tsx";
import { problemText } from "../../kit/problem-text.ts";
import { useActKey } from "../../kit/hooks/use-act-key.ts";
import { useTexts } from "../../texts/use-texts.ts";
import { useClientAct } from "../acts/use-client-act.ts";
import type { ClientPlace } from "../client-queries.ts";
import type { ClientPlan } from "../plans/client-plans-query.ts";
import { CLIENT_PLAN_PATH } from "../plans/plan-acts.ts";

/** A card that the client has, with its dates and its end. */
export function CardRow({ place, card, done }: CardRowProps): ReactNode {
  const texts = useTexts();
  const { t, formats } = texts;
  const { api } = useConsole();
  const keyOf = useActKey();
  const { assignmentId, title, startDate, endDate } = card;
  const end = useClientAct(
    place,
    async () =>
      await answer(
        api.POST(`${CLIENT_PLAN_PATH}/end`, {
          params: {
            path: { ...place, assignmentId },
            header: { "Idempotency-Key": keyOf(assignmentId) },
          },
        }),
      ),
    () => done(t("reminders.ended", { title })),
  );
  return (
    <li className="line">
      <span className="grow">
        <b>
          <bdi>{title}</bdi>
        </b>
        <br />
        <span className="meta">
          {endDate === null
            ? t("reminders.from", { from: formats.localDate(startDate) })
            : t("reminders.fromUntil", {
                from: formats.localDate(startDate),
                until: formats.localDate(endDate),
              })}
        </span>
        {end.isError && (
          <span className="error" role="alert">
            {problemText(texts, end.error)}
          </span>
        )}
      </span>
      <Button
        isPending={end.isPending}
        aria-label={t("reminders.endOf", { title })}
        onPress={() => end.mutate(undefined)}
      >
        {t("reminders.end")}
      </Button>
    </li>
  );
}

interface CardRowProps {
  readonly place: ClientPlace;
  readonly card: ClientPlan;
  /** Says what was done. */
  readonly done: (text: string) => void;
}
