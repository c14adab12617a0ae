import type { FocusPinAnswer, InformationalCardAnswer } from "./notice-schema.ts";

/**
 * Rows that the checksum of a day covers in addition to its tasks (docs/rooms/agenda.md#today). There is one for each
 * card that is not withdrawn, shown or not, and one for the pin while it shows a task.
 */
export function noticeRows({ informationalCards, focusPin }: Notices): readonly NoticeState[] {
  const cards = informationalCards.map(({ cardId: id, revision }) => ({ id, revision }));
  return focusPin === null
    ? cards
    : [...cards, { id: focusPin.pinId, revision: focusPin.revision }];
}

/** Cards and focus pin of a day, as answered. */
export interface Notices {
  readonly informationalCards: readonly InformationalCardAnswer[];
  readonly focusPin: FocusPinAnswer | null;
}

/** A card or pin in a digest. */
export interface NoticeState {
  readonly id: string;
  readonly revision: number;
}
