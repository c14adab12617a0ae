import type { Digest } from "../../contract/digest.ts";
import type { Clock, Random } from "./clock.ts";
import type { Connection } from "./connection.ts";
import type { Files } from "./files.ts";
import type { Http } from "./http.ts";
import type { SignIn } from "./sign-in.ts";
import type { Sql } from "./sql.ts";
import type { Aes, Vault } from "./vault.ts";

/** The platform's part of the library: everything that differs between platforms. */
export interface Ports {
  readonly sql: Sql;
  readonly vault: Vault;
  readonly aes: Aes;
  /** SHA-256. */
  readonly digest: Digest;
  readonly http: Http;
  readonly signIn: SignIn;
  readonly clock: Clock;
  readonly random: Random;
  /** Needed only by an app that attaches files to actions. */
  readonly files?: Files;
  /** Without it, no network counts as metered. */
  readonly connection?: Connection;
}
