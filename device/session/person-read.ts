import type { Answer } from "../lanes/classify-answer.ts";
import type { Statement } from "../ports/sql.ts";

/** The person whom a session belongs to, and the statements that store what they may reach. */
export type PersonRead =
  | {
      readonly kind: "PERSON";
      readonly userId: string;
      /** They change nothing unless this person's id is stored before them. */
      readonly statements: readonly Statement[];
    }
  | { readonly kind: "NO_ACCOUNT" }
  | { readonly kind: "FAILED"; readonly answer: Exclude<Answer, { kind: "ANSWER" }> };
