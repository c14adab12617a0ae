import { sql } from "kysely";
import { Client } from "pg";
import { z } from "zod";
import type {
  OperationFeature,
  WorkingCopy,
} from "../../../../activities/sync/operation-feature.ts";
import { payloadVersion } from "../../../../activities/payload-version.ts";
import type { QueryExecutor } from "../../../../db/platform/pipeline/pipeline.ts";
import type { Decision } from "../../../../rules/sync/decision.ts";

/** Where an operation on a note fails; `prepare` is when its writes are made, `write` when they are sent. */
export const NOTE_FAULTS = ["read", "load", "decide", "prepare", "write"] as const;
export type NoteFault = (typeof NOTE_FAULTS)[number];

const noteSchema = z.strictObject({
  text: z.string().max(1_000),
  fault: z.enum(NOTE_FAULTS).optional(),
  sets: z.array(z.number()).optional(),
});
type Note = z.output<typeof noteSchema>;

/** A test feature: it stores notes, and fails where an operation says so. */
export interface NoteFeature {
  readonly feature: OperationFeature<Note>;
  /** How often the rule was called for a note with this text. */
  readonly askCountOf: (text: string) => number;
}

/** Operation type of {@link noteFeature}. */
export const KEEP_NOTE = "test.keep-note";

/** Creates the table of notes; a note that must fail to be written violates its check. */
export async function createNoteTable(ownerUrl: string): Promise<void> {
  const client = new Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    await client.query(`create table test_note (
      id uuid primary key, relationship_id uuid not null, text text not null,
      fault text check (fault <> 'write'))`);
    await client.query("grant select, insert on test_note to sideline_app");
  } finally {
    await client.end();
  }
}

/** Opens the feature. Errors of its rule quote the note, as careless rules do. */
export function noteFeature(): NoteFeature {
  const queriedTexts: string[] = [];
  const version = payloadVersion(noteSchema, (note): Note => {
    if (note.fault === "read") throw careless(note);
    return note;
  });
  const type = {
    principals: ["CLIENT"],
    requiresRevision: false,
    versions: new Map([[1, version]]),
    countSets: (payload: unknown) => noteSchema.safeParse(payload).data?.sets?.length ?? 0,
  } as const;
  return {
    askCountOf: (text) => queriedTexts.filter((other) => other === text).length,
    feature: {
      operationTypes: new Map([[KEEP_NOTE, type]]),
      load: (relationshipId, operations) => async (executor) => {
        const failing = operations.some(({ intent }) => intent.fault === "load");
        await sql`select 1 / ${failing ? 0 : 1}::int`.execute(executor);
        const copy = async (): Promise<WorkingCopy<Note>> => {
          const kept: NoteRow[] = [];
          return {
            decide: ({ intent, receiptId }) => {
              queriedTexts.push(intent.text);
              if (intent.fault === "decide") throw careless(intent);
              kept.push({ id: receiptId, text: intent.text, fault: intent.fault ?? null });
              return accepted(receiptId);
            },
            writes() {
              const unwritable = kept.find((note) => note.fault === "prepare");
              if (unwritable !== undefined) throw careless(unwritable);
              const insert = (next: QueryExecutor) => insertNotes(next, relationshipId, kept);
              return { statements: [insert], changes: {}, events: [] };
            },
          };
        };
        return { copy: () => copy };
      },
    },
  };
}

interface NoteRow {
  readonly id: string;
  readonly text: string;
  readonly fault: string | null;
}

async function insertNotes(
  executor: QueryExecutor,
  relationshipId: string,
  rows: readonly NoteRow[],
) {
  await sql`
    insert into test_note (id, relationship_id, text, fault)
    select id, ${relationshipId}::uuid, text, fault
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (id uuid, text text, fault text)
  `.execute(executor);
}

function careless({ text }: Pick<Note, "text">): Error {
  return new TypeError(`${text}\n    at ${text} (/home/${text}.ts:1:1)`);
}

function accepted(receiptId: string): Decision {
  return {
    accepted: true,
    revision: 1,
    canonicalRecordId: receiptId,
    canonicalIds: [],
    refetch: [],
  };
}
