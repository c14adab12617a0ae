import type { ReactNode } from "react";
import { ListBox, ListBoxItem, Text } from "react-aria-components";

/** A list of choices, one line each; Enter or a click takes one. It has the focus when it appears. */
export function Choices({ label, choices, choose }: ChoicesProps): ReactNode {
  return (
    <ListBox
      aria-label={label}
      className="choices"
      items={choices.map((choice) => ({ ...choice, key: choice.id }))}
      onAction={(id) => choose(String(id))}
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
  );
}

interface ChoicesProps {
  readonly label: string;
  readonly choices: readonly Choice[];
  readonly choose: (id: string) => void;
}

export interface Choice {
  readonly id: string;
  readonly name: string;
  readonly hint?: string;
}
