import type { Statement } from "../ports/sql.ts";
import type { ScopeRow } from "../store/load-scope.ts";

/** The kinds of drafts. */
export type DraftKind = "WORKOUT" | "FORM" | "REVIEW";

/** Facts about a draft that are plain text. */
export interface DraftFacts {
  /** The phone's id of the draft. */
  readonly id: string;
  readonly taskId: string | null;
  /** ENDED: the person submitted or discarded it. A purge deletes it once all its operations are accepted. */
  readonly status: "OPEN" | "ENDED";
  /** Grows with each change. */
  readonly revision: number;
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** A draft as stored. */
export interface StoredDraft<Body, Origin> extends DraftFacts {
  readonly body: Body;
  readonly origin: Origin | null;
}

/** The next revision of a draft. Task and origin stay unless they are named. */
export interface NextDraft<Body, Origin> {
  readonly status: DraftFacts["status"];
  readonly revision: number;
  readonly body: Body;
  readonly taskId?: string;
  readonly origin?: Origin;
}

/** Reads drafts of one kind, and builds the statements that write them, for the transaction of an act. */
export interface DraftRows<Body, Origin> {
  /** Readable drafts, oldest first. */
  list(scope: ScopeRow): Promise<readonly StoredDraft<Body, Origin>[]>;
  /** Null if there is none, or its key is gone. */
  find(scope: ScopeRow, id: string): Promise<StoredDraft<Body, Origin> | null>;
  /**
   * Inserts a draft at revision 1, if the scope is open.
   *
   * @param condition a further condition, checked in the transaction.
   */
  insert(scope: ScopeRow, draft: NewDraft<Body, Origin>, condition?: Statement): Promise<Statement>;
  /** Replaces the known revision of a draft, if the scope is open. */
  update(
    scope: ScopeRow,
    known: Pick<DraftFacts, "id" | "revision">,
    next: NextDraft<Body, Origin>,
  ): Promise<Statement>;
  remove(scope: ScopeRow, id: string): Statement;
}

/** A draft that begins. */
export interface NewDraft<Body, Origin> {
  readonly id: string;
  readonly taskId: string | null;
  readonly body: Body;
  readonly origin: Origin | null;
}
