import { Problem } from "../../api/problem.ts";

/**
 * Reads the coach in the workspace that the address names. Without a name it is the workspace that this browser showed
 * last, if the coach may still open it, or else their usual one.
 *
 * @throws Problem a workspace that the address names is never replaced by another one.
 */
export async function readMe<Found extends ReadMe>({
  named,
  last,
  forgetLast,
  ask,
}: Reading<Found>): Promise<Found> {
  if (named !== null || last === null) return await ask(named);
  try {
    const found = await ask(last);
    if (found.workspace.status !== "SUSPENDED") return found;
  } catch (error) {
    if (!(error instanceof Problem && error.status === 404)) throw error;
    forgetLast();
  }
  return await ask(null);
}

interface ReadMe {
  readonly workspace: { readonly status: string };
}

interface Reading<Found> {
  /** The workspace that the address names; null without one. */
  readonly named: string | null;
  /** The workspace that this browser showed last; null without one. */
  readonly last: string | null;
  readonly forgetLast: () => void;
  /** Asks the API; null for the usual workspace. */
  readonly ask: (workspaceId: string | null) => Promise<Found>;
}
