import type { InboxTask } from "../../device/coach/types.ts";
import { useNow } from "../app/use-now.ts";
import { useMoments } from "../texts/language.tsx";
import { useCoachTexts } from "./texts/texts.ts";

/** The history of a task, newest first; nothing until it was read. */
export function TaskHistory({ task: { detail } }: { readonly task: InboxTask }) {
  const texts = useCoachTexts();
  const moments = useMoments();
  const now = useNow();
  if (detail === null || detail.timeline.length === 0) return null;
  const events: Readonly<Record<string, string>> = texts.events;
  return (
    <section className="card">
      <header>
        <h2>{texts.history}</h2>
      </header>
      <ul>
        {detail.timeline.toReversed().map(({ type, at }) => (
          <li key={`${type} ${at}`} className="line">
            <span>{events[type] ?? texts.changedIt}</span>
            <span className="meta">{moments.dayAndTime(Date.parse(at), now)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
