import { useEffect, useState } from "react";
import type { Inbox } from "../../device/coach/types.ts";
import { whileWriting } from "../updates/writing.ts";
import type { Decision, Written } from "./decisions.ts";

/** The draft of a decision about a task. It is stored when a field is left, and survives a restart. */
export function useDraft(inbox: Inbox, taskId: string, decision: Decision): DraftedDecision {
  const [written, setWritten] = useState(NOTHING);
  useEffect(() => {
    let isOver = false;
    void inbox.draft({ taskId }).then((draft) => {
      if (isOver || draft === null || draft.act !== decision) return;
      const { choice, note } = draft.fields;
      setWritten((typed) =>
        typed === NOTHING ? { choice: textOf(choice), note: textOf(note) } : typed,
      );
    });
    return () => {
      isOver = true;
    };
  }, [inbox, taskId, decision]);
  const store = (next: Written) => {
    // A draft that cannot be stored stays on the screen; its act stores it for good.
    void whileWriting(
      async () => await inbox.saveDraft({ taskId, act: decision, fields: { ...next } }),
    ).catch(() => null);
  };
  return {
    written,
    write(next) {
      setWritten(next);
      if (next.choice !== written.choice) store(next);
    },
    keep() {
      if (written !== NOTHING) store(written);
    },
  };
}

/** The typed decision, and how it is kept. */
export interface DraftedDecision {
  readonly written: Written;
  readonly write: (next: Written) => void;
  /** Stores what is typed. */
  readonly keep: () => void;
}

const NOTHING: Written = { choice: "", note: "" };

const textOf = (value: unknown) => (typeof value === "string" ? value : "");
