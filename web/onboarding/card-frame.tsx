import type { ReactNode } from "react";
import { Icon } from "../kit/icon.tsx";

/** A card of the board. The keys act on the one with the focus; the arrows move it. */
export function CardFrame({
  id,
  name,
  isCurrent,
  isChosen,
  refusal,
  focus,
  children,
}: Props): ReactNode {
  return (
    <article
      id={cardElement(id)}
      className="card"
      tabIndex={isCurrent ? 0 : -1}
      aria-label={name}
      aria-current={isChosen}
      onFocus={() => !isChosen && focus()}
    >
      {children}
      {refusal !== undefined && (
        <p className="error" role="alert">
          <Icon name="warn" />
          {refusal}
        </p>
      )}
    </article>
  );
}

interface Props {
  readonly id: string;
  readonly name: string;
  /** The card that Tab reaches. */
  readonly isCurrent: boolean;
  /** The card that the keys act on. */
  readonly isChosen: boolean;
  readonly refusal: string | undefined;
  readonly focus: () => void;
  readonly children: ReactNode;
}

/** Id of a card's element. */
export const cardElement = (id: string): string => `card-${id}`;
