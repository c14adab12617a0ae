import type { ReactNode } from "react";

/** An entry of a list in the editor. Inside of it, Alt with an arrow moves it, and Ctrl Enter adds one. */
export function Entry({ move, add, className, children }: EntryProps): ReactNode {
  return (
    <li
      className={className}
      onKeyDown={(event) => {
        const by = event.altKey ? STEPS[event.key] : undefined;
        const isAdding = event.ctrlKey && event.key === "Enter";
        if (by === undefined && !isAdding) return;
        // The nearest list takes the key: a set's, not that of the exercise around it.
        event.preventDefault();
        event.stopPropagation();
        if (by !== undefined) move(by);
        else add();
      }}
    >
      {children}
    </li>
  );
}

interface EntryProps {
  readonly move: (by: number) => void;
  readonly add: () => void;
  readonly className: string;
  readonly children: ReactNode;
}

const STEPS: Readonly<Record<string, number>> = { ArrowUp: -1, ArrowDown: 1 };
