import type { Core } from "../../core.ts";
import type { Files } from "../../ports/files.ts";
import type { Session } from "../../session/types.ts";
import type { ScopeRow } from "../../store/load-scope.ts";

/** The dependencies of sending the files of one scope. */
export interface Sender {
  readonly core: Core;
  readonly session: Session;
  readonly files: Files;
  readonly scope: ScopeRow;
  /** Whether bytes may be sent over the present network. */
  readonly mayTransfer: boolean;
  /** Whether sending must end, such as before a purge. */
  readonly isStopped: () => boolean;
  /** Takes the function that ends the running transfer; null after it. */
  readonly onAbort: (abort: (() => void) | null) => void;
}
