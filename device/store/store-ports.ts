import type { Ports } from "../ports/ports.ts";

/** The ports that opening the database needs. */
export type StorePorts = Pick<Ports, "sql" | "vault" | "aes" | "random" | "clock">;
