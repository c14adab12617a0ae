/** One planted violation: the broken law, the rule that must report it, and the file. */
export interface Violation {
  readonly law: string;
  readonly code: string;
  readonly file: string;
  readonly source: string;
}

/** Creates violations of one rule. */
export const breaks =
  (code: string) =>
  (law: string, file: string, source: string): Violation => ({ law, code, file, source });
