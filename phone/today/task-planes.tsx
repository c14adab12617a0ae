import { PlaneTag } from "../app/plane.tsx";
import { useMoments, useTexts } from "../texts/language.tsx";
import type { Texts } from "../texts/texts.ts";
import type { Card } from "./card.ts";
import type { Recorded } from "./fields.ts";
import { valueText } from "./value-text.ts";

/** The status and value of a task on two planes: accepted, and expected once all waiting entries are accepted. */
export function TaskPlanes({ card, timezone }: TaskPlanesProps) {
  const texts = useTexts();
  const moments = useMoments(timezone);
  const { task, expected } = card;
  const words = (status: string, value: Recorded | null) =>
    [statusText(status, texts), ...valueWords(value)].join(" · ");
  const valueWords = (value: Recorded | null) => {
    const { metric } = task;
    if (metric === null) return [];
    if (value === null) return [texts.noValue];
    const { unit } = metric.input;
    const text = valueText(value, unit, { texts, moments });
    if (metric.target === null || typeof value !== "number") return [text];
    return [
      texts.valueOf(moments.number(value), valueText(metric.target, unit, { texts, moments })),
    ];
  };
  // Waiting ticks are shown on their items.
  const hasOwnWords =
    expected !== null &&
    (expected.status !== task.status || expected.value !== task.value || !expected.sure);
  const doneAt = task.completedAt === null ? "" : `, ${moments.time(task.completedAt)}`;
  return (
    <ul className="planes">
      <li>
        <PlaneTag plane="ACCEPTED" />
        <span>
          {words(task.status, task.value)}
          {doneAt}
        </span>
      </li>
      {expected !== null && hasOwnWords && (
        <li>
          <PlaneTag plane={card.plane} />
          <span>
            {words(expected.status, expected.value)}
            {!expected.sure && <span className="hint"> {texts.unsure}</span>}
          </span>
        </li>
      )}
    </ul>
  );
}

interface TaskPlanesProps {
  readonly card: Card;
  readonly timezone: string;
}

function statusText(status: string, { taskStatus, taskStatusUnknown }: Texts): string {
  const known: Readonly<Record<string, string>> = taskStatus;
  return known[status] ?? taskStatusUnknown;
}
