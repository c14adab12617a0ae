import type { FocusPinAnswer, InformationalCardAnswer } from "./notice-schema.ts";

/** What a day shows beside its tasks, as it is answered. */
export interface Notices {
  readonly informationalCards: readonly InformationalCardAnswer[];
  readonly focusPin: FocusPinAnswer | null;
}

/** A card or pin in a digest. */
export interface NoticeState {
  readonly id: string;
  readonly revision: number;
}

/**
 * What the checksum of a day covers beside its tasks: a row a card that is not withdrawn, whether it is shown just
 * now or not, and one for the pin while it shows a task (docs/rules.md#agenda-today).
 */
export function noticeRows({ informationalCards, focusPin }: Notices): readonly NoticeState[] {
  const cards = informationalCards.map(({ cardId: id, revision }) => ({ id, revision }));
  return focusPin === null
    ? cards
    : [...cards, { id: focusPin.pinId, revision: focusPin.revision }];
}
