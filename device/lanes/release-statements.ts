import type { Core } from "../core.ts";
import type { Statement } from "../ports/sql.ts";

/** Ends the waits for a new version of the app, once per started version. */
export function releaseStatements({
  app,
  ports,
}: Pick<Core, "app" | "ports">): readonly Statement[] {
  const version = `${app.appVersion}+${app.buildNumber}`;
  return [
    {
      sql: `update sync_operation set wait_reason = null, next_retry_at = null
        where status = 'QUEUED' and wait_reason in ('SET_ASIDE', 'VERSION')
          and not exists (select 1 from cache_metadata where key = ? and value = ?)`,
      params: [KEY, version],
    },
    {
      sql: `insert into cache_metadata (key, value, updated_at) values (?, ?, ?)
        on conflict (key) do update set value = excluded.value, updated_at = excluded.updated_at
          where value <> excluded.value`,
      params: [KEY, version, ports.clock.now()],
    },
  ];
}

/** The app version that sent last. */
const KEY = "sending_version";
