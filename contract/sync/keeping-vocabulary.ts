/** Days that a receipt is kept in full; then a tombstone is left of it (decisions.md, "Keeping"). */
export const FULL_RECEIPT_DAYS = 400;
