import type { Access } from "../../guard/access.ts";
import type { Input } from "../../endpoint.ts";
import type { KeyedAnswer } from "../../once-per-key.ts";
import type { StandbyRequest } from "../standby/standby-request.ts";

/** One request on its way through an endpoint. */
export interface Served {
  readonly input: Input<Access, unknown, unknown, unknown>;
  readonly idempotencyKey: string | null;
  /** The received JSON, which the key is bound to. */
  readonly sentBody: unknown;
  /** The result of a read's prefetch. */
  readonly found: unknown;
  readonly knownTags: readonly string[];
  readonly guardAgain: () => Promise<void>;
  /** Whether to validate forwarded JSON against its schema this time. */
  readonly isProved: () => boolean;
  /** Null if a standby never answers its route. */
  readonly standby: StandbyRequest | null;
}

/** An answer as sent; it may have a tag. */
export interface Reply extends KeyedAnswer {
  readonly tag?: string | null;
  /** When the database was read, if the read set it. */
  readonly asOf?: Date | null;
  /** The signed position of the standby that answered, if one did. */
  readonly position?: string | null;
}
