import { appendFileSync, readFileSync, writeFileSync } from "node:fs";
import { API_NAME, KEYCLOAK_NAME } from "./compose-project.ts";

/** Lets this machine find the public names at the ports that the proxy publishes. Returns the function that ends it. */
export function addPublicNames(): () => void {
  const line = `127.0.0.1 ${API_NAME} ${KEYCLOAK_NAME}\n`;
  const before = readFileSync(HOSTS, "utf8").replaceAll(line, "");
  writeFileSync(HOSTS, before);
  appendFileSync(HOSTS, line);
  return () => writeFileSync(HOSTS, readFileSync(HOSTS, "utf8").replaceAll(line, ""));
}

const HOSTS = "/etc/hosts";
