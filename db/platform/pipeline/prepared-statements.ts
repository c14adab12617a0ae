import type { Connection } from "pg";
import type { Statement } from "./statement.ts";

/** The named statements of one session. PostgreSQL parses and plans each once: a fifth of a batch's time. */
export class PreparedStatements {
  readonly #byName = new Map<string, Prepared>();
  /** Names that the group being written has parsed. */
  readonly #inGroup = new Set<string>();

  /** @throws Error if the name was sent with another text. */
  requireOneText({ name, text }: Statement): void {
    const known = name === null ? undefined : this.#byName.get(name);
    if (known === undefined || known.text === text) return;
    throw new Error(`Two statements have the name ${name}`);
  }

  /** Writes what PostgreSQL needs before it can bind the statement: its text, unless it has prepared that. */
  parse({ name, text }: Statement, connection: Connection): void {
    if (name !== null) {
      const known = this.#byName.get(name);
      if (known?.isConfirmed === true || this.#inGroup.has(name)) return;
      // An earlier group failed, perhaps after it had prepared this. Closing an unknown name is no error.
      if (known !== undefined) connection.close({ type: "S", name }, false);
      this.#byName.set(name, { text, isConfirmed: false });
      this.#inGroup.add(name);
    }
    connection.parse({ name: name ?? "", text, types: [] }, false);
  }

  /** Ends the group: a later one cannot rely on what this one parses, because it may fail before. */
  endGroup(): void {
    this.#inGroup.clear();
  }

  /** Notes that PostgreSQL has run the statement, and so prepared it. */
  confirm({ name, text }: Statement): void {
    if (name !== null) this.#byName.set(name, { text, isConfirmed: true });
  }
}

interface Prepared {
  readonly text: string;
  readonly isConfirmed: boolean;
}
