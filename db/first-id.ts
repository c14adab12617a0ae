/** Before every id: where a walk over rows by their ids begins. */
export const FIRST_ID = "00000000-0000-0000-0000-000000000000";
