import type { Card, ExpectedItem } from "./card.ts";
import type { Enqueue } from "./use-enqueue.ts";

/** The dependencies of a card's parts to act on its task. */
export interface CardActs {
  readonly card: Card;
  readonly act: Enqueue["enqueue"];
  readonly isBusy: boolean;
  /** The number of photos that the next entry takes along. */
  readonly photos: number;
  /** Opens a form before the action; null closes it. */
  readonly ask: (asking: Asking | null) => void;
}

/** The form that a card shows. */
export type Asking =
  | { readonly kind: "INPUTS"; readonly item: ExpectedItem }
  | { readonly kind: "ALL" }
  | { readonly kind: "LATER" }
  /** Null skips the whole task. */
  | { readonly kind: "SKIP"; readonly item: ExpectedItem | null };
