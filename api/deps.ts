import type { Logger } from 'pino';
import type { Database } from '../db/orm.ts';

/** Secret keys of the installation, 32 bytes or more each. */
export interface Keys {
  /** Derives invitation tokens (decisions.md, "Identity and onboarding"). */
  readonly invitation: Uint8Array;
  /** Signs cursors. */
  readonly cursor: Uint8Array;
  /** Keyed hash of addresses, user agents, device ids and contacts before they are stored. */
  readonly hash: Uint8Array;
}

/** Everything the API is built from; constructed in `workers/`, nowhere else. */
export interface ApiDeps {
  readonly database: Database;
  readonly keys: Keys;
  readonly log: Logger;
  /** Where people reach this API, without a trailing slash. */
  readonly publicUrl: string;
}
