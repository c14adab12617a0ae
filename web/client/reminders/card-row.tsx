import type { ReactNode } from "react";
import { Button } from "../../kit/button.tsx";
import { useTexts } from "../../texts/use-texts.ts";
import type { ClientPlan } from "../plans/client-plans-query.ts";

/** A card that the client has, with its dates and its end. */
export function CardRow({ card, askEnd }: CardRowProps): ReactNode {
  const { t, formats } = useTexts();
  const { title, startDate, endDate } = card;
  const from = formats.localDate(startDate);
  return (
    <li className="line">
      <span className="grow">
        <b>
          <bdi>{title}</bdi>
        </b>
        <br />
        <span className="meta">
          {endDate === null
            ? t("reminders.from", { from })
            : t("reminders.fromUntil", { from, until: formats.localDate(endDate) })}
        </span>
      </span>
      <Button aria-label={t("reminders.endOf", { title })} onPress={askEnd}>
        {t("reminders.end")}
      </Button>
    </li>
  );
}

interface CardRowProps {
  readonly card: ClientPlan;
  readonly askEnd: () => void;
}
