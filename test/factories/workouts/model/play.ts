import type { SqlEntityManager } from "@mikro-orm/postgresql";
import type { AdmissionDeps } from "../../../../activities/sync/admission/admission.ts";
import type { SettlementDeps } from "../../../../activities/sync/settlement/settlement-deps.ts";
import type { BuiltRelationship } from "../../accounts/identity.ts";
import type { ModelPhone } from "./phone.ts";
import type { WorkoutReference } from "./reference.ts";

/** The stage of histories, which run one after the other because they share its clock. */
export interface WorkoutStage {
  readonly em: SqlEntityManager;
  readonly admission: AdmissionDeps;
  readonly settlement: SettlementDeps;
  /** Removes everybody, and resets the clock to the middle of a day. */
  readonly begin: () => Promise<void>;
  /** Moves the clock this many hours ahead of its start. */
  readonly moveClock: (hours: number) => Promise<void>;
}

/** A history in progress. */
export interface Play {
  readonly stage: WorkoutStage;
  readonly pair: BuiltRelationship;
  readonly phones: readonly ModelPhone[];
  readonly reference: WorkoutReference;
  /** Final verdicts by operation, which a repeated operation gets again. */
  readonly decided: Map<string, string>;
  readonly deviceIds: string[];
  program: { readonly planId: string; readonly assignmentId: string } | null;
  contents: number;
  hours: number;
  isOver: boolean;
}
