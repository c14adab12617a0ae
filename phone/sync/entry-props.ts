import type { CentreEntry } from "../../device/centre/types.ts";
import type { EntryView } from "../../device/centre/views/types.ts";
import type { Scope } from "../../device/types.ts";

/** An entry, and its words. */
export interface CentreEntryRowProps {
  readonly scope: Scope;
  readonly entry: CentreEntry;
  readonly shown: EntryView;
}
