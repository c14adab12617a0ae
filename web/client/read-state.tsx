import type { ReactNode } from "react";
import { Failed, Loading } from "../kit/states.tsx";

/**
 * How a read stands: grey lines until its first answer, and its failure. A list shows it above its rows: what was read
 * before stays when a later read fails.
 */
export function ReadState({ read, rows = 6 }: ReadStateProps): ReactNode {
  if (read.isError) return <Failed error={read.error} retry={() => void read.refetch()} />;
  return read.isPending ? <Loading rows={rows} /> : null;
}

interface ReadStateProps {
  readonly read: {
    readonly isPending: boolean;
    readonly isError: boolean;
    readonly error: unknown;
    readonly refetch: () => Promise<unknown>;
  };
  /** Grey lines. */
  readonly rows?: number;
}
