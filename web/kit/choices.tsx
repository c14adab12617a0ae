import { type ReactNode, useId } from "react";
import { ListBox, ListBoxItem, Text } from "react-aria-components";

/**
 * A list of choices, one line each; Enter or a click takes one. It has the focus when it appears. A list that is off
 * says why above, and takes none; it keeps its focus, because the connection may be lost while it is open.
 */
export function Choices({ label, choices, choose, offReason = null }: ChoicesProps): ReactNode {
  const noteId = useId();
  const isOff = offReason !== null;
  return (
    <>
      <p id={noteId} className={isOff ? "note warn" : "vh"} role="status">
        {offReason}
      </p>
      <ListBox
        aria-label={label}
        {...(isOff && { "aria-describedby": noteId })}
        className={isOff ? "choices off" : "choices"}
        items={choices.map((choice) => ({ ...choice, key: choice.id }))}
        onAction={(id) => !isOff && choose(String(id))}
        selectionMode="none"
        shouldFocusWrap
        autoFocus="first"
      >
        {({ id, name, hint }) => (
          <ListBoxItem id={id} textValue={name} className="choice">
            <Text slot="label">{name}</Text>
            {hint && (
              <Text slot="description" className="meta">
                {hint}
              </Text>
            )}
          </ListBoxItem>
        )}
      </ListBox>
    </>
  );
}

interface ChoicesProps {
  readonly label: string;
  readonly choices: readonly Choice[];
  readonly choose: (id: string) => void;
  /** Why nothing can be chosen now. */
  readonly offReason?: string | null;
}

export interface Choice {
  readonly id: string;
  readonly name: string;
  readonly hint?: string;
}
