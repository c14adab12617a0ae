import type { Environment } from "../../workers/config/environment.ts";
import type { IdentityProviderKind } from "../launcher-arguments.ts";
import type { StackPorts } from "../launcher-config.ts";

/** What an embedded stack is started with. */
export type StackOptions = {
  /** Folder of all data of the stack; made when absent. */
  readonly dataDir: string;
  readonly ports: StackPorts;
  readonly idp: IdentityProviderKind;
  readonly logLevel: string;
  /** The surroundings: PATH, HOME, and the variables that name programs. */
  readonly env: Environment;
  /** Gets what a person reads; null keeps the log files only. */
  readonly terminal: ((text: string) => void) | null;
  readonly color: boolean;
};
