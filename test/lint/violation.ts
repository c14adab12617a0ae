/** One planted violation: the law it breaks, the rule that must say so, and the file. */
export interface Violation {
  readonly law: string;
  readonly code: string;
  readonly file: string;
  readonly source: string;
}

/** Makes violations of one rule. */
export const breaks =
  (code: string) =>
  (law: string, file: string, source: string): Violation => ({ law, code, file, source });
