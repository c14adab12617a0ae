import type { PostgresPasswords } from "../../tools/postgres/database-roles.ts";
import type { StackSecrets } from "../../tools/stack/stack-secrets.ts";

/** The environment that all processes of a drill share. */
export function partEnvironment(folder: string, secrets: StackSecrets) {
  return {
    PATH: process.env["PATH"],
    HOME: process.env["HOME"],
    NO_COLOR: "1",
    SIDELINE_MODE: "embedded",
    SIDELINE_DATA_DIR: folder,
    LOG_LEVEL: "warn",
    // Production without a collector records no traces; the embedded mode records all of them.
    OTEL_TRACES_SAMPLER_ARG: "0",
    TEMPORAL_NAMESPACE: "sideline",
    TEMPORAL_TASK_QUEUE: "sideline",
    API_TRUST_PROXY_HOPS: "1",
    API_STOP_SERVE_SECONDS: "5",
    INVITATION_KEY: secrets.invitationKey,
    CURSOR_KEY: secrets.cursorKey,
    HASH_KEY: secrets.hashKey,
  };
}

/** The address of the product's database for the product, at the proxy or a member. */
export function appUrl({ app }: PostgresPasswords, port: number): string {
  return `postgresql://sideline_app:${app}@127.0.0.1:${port}/${DATABASE}`;
}

/** The database of the product. */
export const DATABASE = "sideline";
