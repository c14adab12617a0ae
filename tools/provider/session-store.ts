import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { Adapter, AdapterPayload } from "oidc-provider";
import * as z from "zod";

/** Storage of sessions, grants, codes and refresh tokens. */
export type SessionStore = {
  /** The library requires one adapter per kind of record. */
  readonly adapter: (kind: string) => Adapter;
  readonly close: () => void;
};

const Row = z.object({ payload: z.string(), consumed_at: z.number().nullable() });
// Records are our own JSON; only the library writes and reads it.
const Payload: z.ZodType<AdapterPayload> = z.looseObject({});

/** Opens the store of a folder, so that apps stay signed in over a restart; null keeps it in memory. */
export function openSessionStore(directory: string | null): SessionStore {
  if (directory !== null) mkdirSync(directory, { recursive: true, mode: 0o700 });
  const database = new DatabaseSync(
    directory === null ? ":memory:" : join(directory, "sessions.db"),
  );
  database.exec(`pragma journal_mode = wal; pragma synchronous = normal;
    create table if not exists record (
      kind text not null, id text not null, payload text not null,
      grant_id text, uid text, user_code text, expires_at integer, consumed_at integer,
      primary key (kind, id)) strict, without rowid;
    create index if not exists record_grant_id on record (grant_id);
    create index if not exists record_uid on record (kind, uid);`);
  database.prepare("delete from record where expires_at < ?").run(epochSeconds());
  return { adapter: (kind) => recordAdapter(database, kind), close: () => database.close() };
}

function recordAdapter(database: DatabaseSync, kind: string): Adapter {
  const findBy = (column: "id" | "uid" | "user_code") => {
    const statement = database.prepare(
      `select payload, consumed_at from record
        where kind = ? and ${column} = ? and (expires_at is null or expires_at >= ?)`,
    );
    return async (value: string) => payloadOf(statement.get(kind, value, epochSeconds()));
  };
  const upsert = database.prepare(
    "insert or replace into record (kind, id, payload, grant_id, uid, user_code, expires_at) values (?, ?, ?, ?, ?, ?, ?)",
  );
  const consume = database.prepare("update record set consumed_at = ? where kind = ? and id = ?");
  const destroy = database.prepare("delete from record where kind = ? and id = ?");
  const revoke = database.prepare("delete from record where grant_id = ?");
  return {
    find: findBy("id"),
    findByUid: findBy("uid"),
    findByUserCode: findBy("user_code"),
    upsert: async (id, payload, expiresIn) => {
      const { grantId = null, uid = null, userCode = null } = payload;
      const expiresAt = expiresIn ? epochSeconds() + expiresIn : null;
      upsert.run(kind, id, JSON.stringify(payload), grantId, uid, userCode, expiresAt);
    },
    consume: async (id) => void consume.run(epochSeconds(), kind, id),
    destroy: async (id) => void destroy.run(kind, id),
    revokeByGrantId: async (grantId) => void revoke.run(grantId),
  };
}

function payloadOf(found: unknown): AdapterPayload | undefined {
  if (found === undefined) return undefined;
  const row = Row.parse(found);
  const payload = Payload.parse(JSON.parse(row.payload));
  return row.consumed_at === null ? payload : { ...payload, consumed: row.consumed_at };
}

const epochSeconds = () => Math.floor(Date.now() / 1000);
