import { useState } from "react";
import type { InboxActName } from "../../device/coach/act-types.ts";
import type { Inbox, InboxTask } from "../../device/coach/types.ts";
import { DecideForm } from "./decide-form.tsx";
import type { Decision } from "./decisions.ts";
import { offeredActs } from "./offered-acts.ts";
import { SnoozeChoice } from "./snooze-choice.tsx";
import { useCoachTexts } from "./texts/texts.ts";
import { useAct } from "./use-act.ts";

/** The acts on a task: one green button, and the rest next to it. */
export function TaskActs({ inbox, task }: TaskActsProps) {
  const texts = useCoachTexts();
  const { act, isBusy } = useAct(inbox);
  const [asked, setAsked] = useState<Asked | null>(null);
  const offered = offeredActs(task);
  const first = offered.find((name) => name === "REVIEW" || name === "RESOLVE");
  const choose = (name: InboxActName) => {
    if (name === "SNOOZE" || isDecision(name)) setAsked(name);
    else void act({ act: name, taskId: task.taskId });
  };
  if (asked === "SNOOZE") {
    return (
      <SnoozeChoice
        isBusy={isBusy}
        onChoose={async (snoozePreset) => {
          if (await act({ act: "SNOOZE", taskId: task.taskId, snoozePreset })) setAsked(null);
        }}
        onCancel={() => setAsked(null)}
      />
    );
  }
  if (asked !== null) {
    return (
      <DecideForm
        key={asked}
        inbox={inbox}
        task={task}
        decision={asked}
        isBusy={isBusy}
        onDecide={async (wanted) => {
          if (await act(wanted)) setAsked(null);
        }}
        onCancel={() => setAsked(null)}
      />
    );
  }
  return (
    <div className="buttons">
      {offered.map((name) => (
        <button
          key={name}
          className={name === first ? "btn go" : "btn"}
          type="button"
          disabled={isBusy}
          onClick={() => choose(name)}
        >
          {texts.acts[name]}
        </button>
      ))}
    </div>
  );
}

interface TaskActsProps {
  readonly inbox: Inbox;
  readonly task: InboxTask;
}

type Asked = "SNOOZE" | Decision;

/** A review needs a form too: it may have a note. */
function isDecision(name: InboxActName): name is Decision {
  return name === "REVIEW" || name === "RESOLVE" || name === "DISMISS";
}
