import { useState } from "react";
import type { Today } from "../../device/read/types.ts";
import type { Scope } from "../../device/types.ts";
import { Icon } from "../app/icon.tsx";
import { useMoments, useTexts } from "../texts/language.tsx";
import type { Card } from "./card.ts";

/** The day: its date, when it was read, the server's adherence, and the number of waiting entries. */
export function DayHead({ today, cards, scope, now }: DayHeadProps) {
  const texts = useTexts();
  const moments = useMoments(today.timezone);
  const done = cards.filter(({ task }) => task.status === "COMPLETED").length;
  const waiting = cards.reduce((sum, card) => sum + card.waiting, 0);
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const facts = [
    texts.readAt(moments.dayAndTime(today.readAt, now)),
    ...(zone === today.timezone ? [] : [texts.otherZone(placeOf(today.timezone))]),
  ];
  return (
    <header className="day-head">
      <div className="row-h">
        <div className="grow">
          <h1>{moments.localDate(today.localDate)}</h1>
          <p className="meta">{facts.join(" · ")}</p>
        </div>
        <ReadButton scope={scope} />
      </div>
      <dl className="tiles">
        <div className="tile">
          <dt>{texts.adherence}</dt>
          <dd>
            <b>
              {today.adherencePercent === null
                ? texts.adherenceNone
                : `${moments.number(today.adherencePercent)} %`}
            </b>
            <span className="hint">{texts.adherenceWhy}</span>
          </dd>
        </div>
        <div className="tile">
          <dt>{texts.planes.ACCEPTED}</dt>
          <dd>
            <b>{texts.countDone(done, cards.length)}</b>
            {waiting > 0 && <span className="hint">{texts.countWaiting(waiting)}</span>}
          </dd>
        </div>
      </dl>
    </header>
  );
}

interface DayHeadProps {
  readonly today: Today;
  readonly cards: readonly Card[];
  readonly scope: Scope;
  readonly now: number;
}

/** Reads changes; without a connection, the banner says so. */
export function ReadButton({ scope }: { readonly scope: Scope }) {
  const texts = useTexts();
  const [isReading, setIsReading] = useState(false);
  const read = async () => {
    setIsReading(true);
    await scope.refresh().catch(() => null);
    setIsReading(false);
  };
  return (
    <button
      className="btn icon"
      type="button"
      aria-label={isReading ? texts.reading : texts.readAgain}
      title={texts.readAgain}
      disabled={isReading}
      onClick={() => void read()}
    >
      <Icon name="fresh" />
    </button>
  );
}

/** `Europe/Berlin` is written as `Berlin`. */
const placeOf = (timezone: string) => timezone.split("/").at(-1)?.replaceAll("_", " ") ?? timezone;
