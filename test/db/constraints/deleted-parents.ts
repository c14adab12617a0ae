import { entityOf } from "../../../db/entities.ts";
import { housePaths, textOf } from "../../docs/house-files.ts";
import type { Proof } from "./lines.ts";

/**
 * A table with referenced rows that are deleted, and the result of a race between the deletion and a new reference.
 */
export interface DeletedParent {
  readonly becomes: string;
  readonly proof: Proof;
}

const ERASED = "test/privacy/erased-parents.pg.test.ts";
const PACKAGES = "test/workouts/pruned-while-used.pg.test.ts";

export const DELETED_PARENTS: Readonly<Record<string, DeletedParent>> = {
  account_export: {
    becomes: "Settling and dropping lock the export; who comes second finds none",
    proof: {
      file: "test/privacy/deletion-races.pg.test.ts",
      title:
        "a deletion that is cancelled, requested again and made final at once, during an export, ",
    },
  },
  agenda_task: {
    becomes: "Erasure holds the scopes, as who pins or materialises: what came before goes too",
    proof: {
      file: ERASED,
      title: "a task is deleted with the pin and the item that were added before",
    },
  },
  invitation: {
    becomes:
      "A slice takes a line's own invitation that still waits, under the import's lock: nobody has its link",
    proof: {
      file: "test/invitations/csv-imports.pg.test.ts",
      title: "that several requests and its actor process at once is one run",
    },
  },
  invitation_import: {
    becomes:
      "An import has all its lines from the statement that begins it, 400 days before it goes",
    proof: {
      file: "test/invitations/csv-imports.pg.test.ts",
      title: "is one starting transaction and one for each twenty lines, each with its outcomes",
    },
  },
  media: {
    becomes: "Upkeep takes records of relationships that nobody writes to, under their scopes",
    proof: {
      file: "test/media/erasure.pg.test.ts",
      title: "keep their records while a relationship is locked",
    },
  },
  media_access: {
    becomes: "How a call ended is kept where it can be; the video is given all the same",
    proof: {
      file: "test/exercises/media-session.pg.test.ts",
      title: "opens and counts even if its outcome cannot be stored",
    },
  },
  notification: {
    becomes: "Delivering locks the decision: it finds none, or is done before that goes",
    proof: { file: ERASED, title: "a deleted decision is delivered to nobody" },
  },
  workout_package: {
    becomes: "A submission locks its package against deletion when it reads it, or finds none",
    proof: { file: PACKAGES, title: "stays once a submission has read it" },
  },
  workout_session: {
    becomes: "Erasure holds the scopes, as who settles: results that came before go too",
    proof: { file: ERASED, title: "a session is deleted with the result that was added before" },
  },
  workout_snapshot: {
    becomes: "Packing locks a known workout against deletion, or writes it anew",
    proof: { file: PACKAGES, title: "stays once a packing is about to use it" },
  },
};

const SOURCES = [...housePaths]
  .filter((path) => /^(?:activities|api|db|workers)\/.*\.ts$/.test(path))
  .map((path) => ({ path, text: textOf(path) }));

/** Where the product deletes rows of a table: by builder, SQL text, entity, or the list of an erasure. */
export function deletionsOf(table: string): readonly string[] {
  const property = table.replaceAll(/_[a-z]/g, ([, letter = ""]) => letter.toUpperCase());
  const [entity] = Object.entries(entityOf).flatMap(([name, { name: of }]) =>
    name === property ? [of] : [],
  );
  const deletes = [
    `deleteFrom\\("${property}[ "]`,
    `deleteOldest\\(\\s*"${property}"`,
    `delete from "?${table}\\b`,
    `truncate (?:table )?"?${table}\\b`,
    `nativeDelete\\(\\s*${entity ?? property}\\b`,
  ];
  const deletion = new RegExp(deletes.join("|"));
  return SOURCES.filter(
    ({ path, text }) =>
      deletion.test(text) ||
      (path !== "db/platform/statements/erase-rows.ts" &&
        text.includes("eraseRows(") &&
        text.includes(`"${table}"`)),
  ).map(({ path }) => path);
}
