import { useEffect, useId, useRef } from "react";
import type { Scope } from "../../device/types.ts";
import { Ring } from "../app/ring.tsx";
import { RefusedEntry } from "../sync/refused-entry.tsx";
import { useLanguage, useMoments, useTexts } from "../texts/language.tsx";
import { type Card, isOpen } from "./card.ts";
import { kindName } from "./kind-name.ts";
import type { CardTask } from "./read-task.ts";
import { TaskActions } from "./task-actions.tsx";
import { TaskPlanes } from "./task-planes.tsx";

/** One task of the day. */
export function TaskCard({ card, scope, tasks, timezone, now }: TaskCardProps) {
  const texts = useTexts();
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const hasActed = useRef(false);
  // The pressed button may be gone: the focus stays on its card.
  useEffect(() => {
    if (!hasActed.current || document.activeElement !== document.body) return;
    hasActed.current = false;
    heading.current?.focus({ preventScroll: true });
  });
  const { task } = card;
  return (
    <article className="card task" aria-labelledby={id}>
      <header>
        <Ring status={card.status} waits={card.status !== task.status} />
        <div className="grow">
          <h2 id={id} ref={heading} tabIndex={-1}>
            {task.title}
          </h2>
          <TaskFacts task={task} timezone={timezone} isSnoozed={isSnoozed(card, now)} />
        </div>
      </header>
      {task.instructions !== null && <p className="soft">{task.instructions}</p>}
      <TaskPlanes card={card} timezone={timezone} />
      {card.refused.map((operation) => (
        <RefusedEntry
          key={operation.clientOperationId}
          operation={operation}
          scope={scope}
          tasks={tasks}
        />
      ))}
      {task.kind === "WORKOUT" && (
        <a className={isOpen(card) ? "btn go" : "btn"} href={`#workout/${task.taskId}`}>
          {texts.openWorkout}
        </a>
      )}
      {task.formAssignmentId !== null && (
        <a className={isOpen(card) ? "btn go" : "btn"} href={`#form/${task.formAssignmentId}`}>
          {texts.openForm}
        </a>
      )}
      {isOpen(card) && !hasScreen(card) && needsOwnScreen(card) && (
        <p className="note">{texts.ownScreen}</p>
      )}
      <TaskActions
        card={card}
        scope={scope}
        onActed={() => {
          hasActed.current = true;
        }}
      />
    </article>
  );
}

interface TaskCardProps {
  readonly card: Card;
  readonly scope: Scope;
  readonly tasks: readonly CardTask[];
  readonly timezone: string;
  readonly now: number;
}

function TaskFacts({ task, timezone, isSnoozed: snoozed }: TaskFactsProps) {
  const texts = useTexts();
  const { language } = useLanguage();
  const moments = useMoments(timezone);
  const { startsAt, dueAt, snoozedUntil } = task;
  const facts = [
    kindName(task.kind, language),
    startsAt === null ? null : texts.from(moments.time(startsAt)),
    dueAt === null ? null : texts.dueAt(moments.time(dueAt)),
    !snoozed || snoozedUntil === null ? null : texts.snoozedUntil(moments.time(snoozedUntil)),
  ];
  return <p className="meta">{facts.filter((fact) => fact !== null).join(" · ")}</p>;
}

interface TaskFactsProps {
  readonly task: CardTask;
  readonly timezone: string;
  readonly isSnoozed: boolean;
}

function isSnoozed(card: Card, now: number): boolean {
  return isOpen(card) && (card.task.snoozedUntil ?? 0) > now;
}

/** Whether this page has a screen for the task. */
const hasScreen = ({ task }: Card) => task.kind === "WORKOUT" || task.formAssignmentId !== null;

/** Whether the task needs a screen of the native app, such as for several measurements. */
function needsOwnScreen({ task }: Card): boolean {
  const doable = ["COMPLETE_TASK", "COMPLETE_ITEM", "COMPLETE_ALL_ITEMS", "RECORD_VALUE"];
  return !task.actions.some(({ kind }) => doable.includes(kind));
}
