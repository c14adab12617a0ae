/** A statement as it is sent. PostgreSQL prepares one with a name, and a name belongs to one text. */
export interface Statement {
  readonly name: string | null;
  readonly text: string;
  readonly values: readonly unknown[];
}
