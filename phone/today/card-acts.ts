import type { Card, ExpectedItem } from "./card.ts";
import type { Enqueue } from "./use-enqueue.ts";

/** What the parts of a card need to act on its task. */
export interface CardActs {
  readonly card: Card;
  readonly act: Enqueue["enqueue"];
  readonly isBusy: boolean;
  /** Asks for more before it acts; null ends that. */
  readonly ask: (asking: Asking | null) => void;
}

/** What a card asks for. */
export type Asking =
  | { readonly kind: "INPUTS"; readonly item: ExpectedItem }
  | { readonly kind: "ALL" }
  | { readonly kind: "LATER" }
  /** Null skips the whole task. */
  | { readonly kind: "SKIP"; readonly item: ExpectedItem | null };
