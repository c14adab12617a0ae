import type { Codes, SavedView } from "./saved-views.ts";
import type { SavedViews } from "./use-saved-views.ts";

/** A list whose views can be saved. */
export interface SavedList {
  readonly saved: SavedViews;
  /** Codes of the view that the list shows. */
  readonly codes: Codes;
  /** Codes in words. */
  readonly describe: (codes: Codes) => string;
  /** Names that may not stand in the name of a view. */
  readonly clientNames: readonly string[];
  /** Shows a view. */
  readonly open: (view: SavedView) => void;
}
