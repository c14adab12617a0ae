import type { Environment } from "../../workers/config/environment.ts";
import type { IdentityProviderKind } from "../launcher-arguments.ts";
import type { StackPorts } from "../launcher-config.ts";

/** Options of an embedded stack. */
export type StackOptions = {
  /** Folder of all data of the stack; created if missing. */
  readonly dataDir: string;
  readonly ports: StackPorts;
  readonly idp: IdentityProviderKind;
  readonly logLevel: string;
  /** Environment: PATH, HOME, and variables that name programs. */
  readonly env: Environment;
  /** Receives the readable lines; null writes only the log files. */
  readonly terminal: ((text: string) => void) | null;
  readonly color: boolean;
};
