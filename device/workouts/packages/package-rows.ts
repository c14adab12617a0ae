import type { Core } from "../../core.ts";
import type { Row, Statement } from "../../ports/sql.ts";
import { bytesIn, numberIn, textIn } from "../../store/columns.ts";
import type { ScopeRow } from "../../store/load-scope.ts";
import type { Label } from "../../store/sealed-rows.ts";
import type { Manifest } from "./manifest.ts";
import type { StoredPackage } from "./verify-package.ts";

/** The package of a task; null if this device has none or its key is gone. */
export async function loadPackage(
  core: Core,
  scope: ScopeRow,
  taskId: string,
): Promise<StoredPackage | null> {
  const [row] = await core.ports.sql.read({
    sql: `select * from snapshot where scope_id = ? and kind = '${PACKAGE}' and id = ?`,
    params: [scope.scopeId, taskId],
  });
  return row === undefined ? null : await openPackage(core, scope, row);
}

/** The packages on this device, by day. */
export async function loadPackages(core: Core, scope: ScopeRow): Promise<readonly StoredPackage[]> {
  const rows = await core.ports.sql.read({
    sql: `select * from snapshot where scope_id = ? and kind = '${PACKAGE}' order by local_date, id`,
    params: [scope.scopeId],
  });
  const opened = await Promise.all(rows.map(async (row) => await openPackage(core, scope, row)));
  return opened.filter((pack) => pack !== null);
}

/** The manifest that was read last, and when; null if none was read or its key is gone. */
export async function loadManifest(
  { ports, rows }: Core,
  { scopeId, cacheKey }: ScopeRow,
): Promise<{ readonly manifest: Manifest; readonly readAt: number } | null> {
  const [row] = await ports.sql.read({
    sql: `select body, read_at from snapshot where scope_id = ? and kind = '${MANIFEST}'`,
    params: [scopeId],
  });
  if (row === undefined) return null;
  const opened = await rows.open(cacheKey, MANIFEST_LABEL, bytesIn(row, "body"));
  return opened === null ? null : { manifest: opened.content, readAt: numberIn(row, "read_at") };
}

/**
 * Statements that store a manifest with its packages. Other packages are deleted: a draft has its own copy of the
 * package that it was made from.
 */
export async function packageStatements(
  { ports, rows }: Core,
  { scopeId, cacheKey }: ScopeRow,
  { manifest, packages }: ReadPackages,
): Promise<readonly Statement[]> {
  const now = ports.clock.now();
  const upsert = async (kind: string, id: string, row: UpsertedRow): Promise<Statement> => ({
    sql: `insert into snapshot (scope_id, kind, id, revision, local_date, read_at, body) values (?, ?, ?, ?, ?, ?, ?)
      on conflict (scope_id, kind, id) do update set revision = excluded.revision,
        local_date = excluded.local_date, read_at = excluded.read_at, body = excluded.body`,
    params: [scopeId, kind, id, row.revision, row.localDate, now, await row.body],
  });
  const body = rows.seal(cacheKey, MANIFEST_LABEL, manifest);
  const offered = upsert(MANIFEST, "offered", { revision: null, localDate: null, body });
  const stored = packages.map(async (pack) => {
    const { taskId: id, sourceRevision: revision, localDate } = pack;
    const sealed = rows.seal(cacheKey, packageLabel(id), pack);
    return await upsert(PACKAGE, id, { revision, localDate, body: sealed });
  });
  return [
    {
      sql: `delete from snapshot where scope_id = ? and kind = '${PACKAGE}'
        and id not in (select value from json_each(?))`,
      params: [scopeId, JSON.stringify(packages.map(({ taskId }) => taskId))],
    },
    // A purge may destroy the key of all of them meanwhile: each refusal is awaited here.
    ...(await Promise.all([...stored, offered])),
  ];
}

interface UpsertedRow {
  readonly revision: number | null;
  readonly localDate: string | null;
  readonly body: Promise<Uint8Array>;
}

/** A manifest, and the packages that the device keeps of it. */
export interface ReadPackages {
  readonly manifest: Manifest;
  readonly packages: readonly StoredPackage[];
}

const PACKAGE = "workout-package";
const MANIFEST = "workout-manifest";
const MANIFEST_LABEL: Label<Manifest> = `snapshot/${MANIFEST}/offered`;

const packageLabel = (taskId: string): Label<StoredPackage> => `snapshot/${PACKAGE}/${taskId}`;

async function openPackage(
  { rows }: Core,
  { cacheKey }: ScopeRow,
  row: Row,
): Promise<StoredPackage | null> {
  const label = packageLabel(textIn(row, "id"));
  return (await rows.open(cacheKey, label, bytesIn(row, "body")))?.content ?? null;
}
