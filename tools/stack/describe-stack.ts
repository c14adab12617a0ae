import type { StackPorts } from "../launcher-config.ts";
import { REALM_NAME } from "../keycloak/realm-file.ts";
import type { StackKeycloak } from "../keycloak/keycloak-place.ts";
import { PHONE_PATHS } from "../../contract/page-paths.ts";
import type { RunningStack } from "./stack-file.ts";

/** Addresses of the parts of a running stack. */
export function describeStack(
  ports: StackPorts,
  database: RunningStack["database"],
  keycloak: StackKeycloak | null,
): Omit<RunningStack, "pids"> {
  const local = (port: number) => `http://127.0.0.1:${port}`;
  return {
    urls: {
      api: local(ports.api),
      apiReference: `${local(ports.api)}/docs`,
      // No client of the realm may return to it.
      phone: keycloak === null ? `${local(ports.api)}${PHONE_PATHS.page}` : null,
      mailbox: `${local(keycloak === null ? ports.provider : ports.mailbox)}/mailbox`,
      pushes: `${local(keycloak === null ? ports.provider : ports.mailbox)}/pushes`,
      provider: keycloak === null ? local(ports.provider) : `${keycloak.url}/realms/${REALM_NAME}`,
      temporalUi: local(ports.temporalUi),
    },
    identityProvider:
      keycloak === null ? { kind: "development" } : { kind: "keycloak", ...keycloak },
    temporal: {
      address: `127.0.0.1:${ports.temporal}`,
      namespace: NAMESPACE,
      taskQueue: TASK_QUEUE,
    },
    database,
    ports: { ...ports },
  };
}

/** The database of an embedded stack. */
export const DATABASE = "sideline";
/** The Temporal namespace of an embedded stack. */
export const NAMESPACE = "sideline";
const TASK_QUEUE = "sideline";
