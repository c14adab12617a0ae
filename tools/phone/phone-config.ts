import { PROVIDER_CLIENTS, type ProviderClient } from "../provider/clients.ts";
import { API_RESOURCE, REQUESTED_SCOPES } from "../provider/requested-scopes.ts";

/** Settings with which the phone signs in as either app at the development provider; nothing secret. */
export function phoneConfig(issuer: string): PhoneConfig {
  return {
    issuer,
    clients: { CLIENT_MOBILE: idOf("client-mobile"), COACH_MOBILE: idOf("coach-mobile") },
    scope: REQUESTED_SCOPES,
    resource: API_RESOURCE,
  };
}

/** `config.json` of the phone. */
export interface PhoneConfig {
  readonly issuer: string;
  /** The client id of each app, by its surface. */
  readonly clients: Readonly<Record<"CLIENT_MOBILE" | "COACH_MOBILE", string>>;
  readonly scope: string;
  readonly resource: string;
}

function idOf(label: ProviderClient["label"]): string {
  const client = PROVIDER_CLIENTS.find((candidate) => candidate.label === label);
  if (client === undefined) throw new Error(`The provider has no client ${label}.`);
  return client.clientId;
}
