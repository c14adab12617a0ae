import type { Ports } from "../ports/ports.ts";

/** What opening the database needs of the platform. */
export type StorePorts = Pick<Ports, "sql" | "vault" | "aes" | "random" | "clock">;
