import type { ProviderIdentity } from "./caller.ts";
import type { ApiDeps } from "../api-deps.ts";
import type { Access, Granted } from "./access.ts";
import type { RequestFacts } from "../endpoint.ts";
import { keyedHash } from "../keyed-hash.ts";
import type { Machine } from "./tokens/machine.ts";

/** The principal: the service, or the user if there is one, else the identity, else the address. */
export function principalOf(granted: Granted[Access], request: RequestFacts, deps: ApiDeps): Actor {
  if ("machine" in granted)
    return { key: machineKey(granted.machine), userId: null, provider: null };
  const identity = "identity" in granted ? granted.identity : null;
  const caller = "caller" in granted ? granted.caller : null;
  const provider = (identity ?? caller?.identity)?.provider ?? null;
  if (caller !== null) return { key: caller.userId, userId: caller.userId, provider };
  if (identity !== null) return { key: identityKey(deps, identity), userId: null, provider };
  return { key: addressKey(deps, request.address), userId: null, provider };
}

/** The principal of a request, in storable form. */
export interface Actor {
  /** User id, `service:` and its client, or `identity:` or `address:` and a keyed hash. */
  readonly key: string;
  readonly userId: string | null;
  readonly provider: string | null;
}

/** A service, in storable form. */
export function machineKey({ clientId }: Machine): string {
  return `service:${clientId}`;
}

/** Keyed hash of a verified identity: the same before and after it has a user. */
export function identityKey(
  { keys }: Pick<ApiDeps, "keys">,
  identity: Pick<ProviderIdentity, "provider" | "issuer" | "tenant" | "subject">,
): string {
  const { provider, issuer, tenant, subject } = identity;
  const text = JSON.stringify([provider, issuer, tenant, subject]);
  return `identity:${keyedHash(keys.hash, "identity", text)}`;
}

/** Keyed hash of an address, or of its network. */
export function addressKey({ keys }: Pick<ApiDeps, "keys">, address: string): string {
  return `address:${keyedHash(keys.hash, "address", networkOf(address))}`;
}

/** The network of an address: for IPv6 the first 64 bits, which one household or host has. Never stored. */
export function networkOf(address: string): string {
  return address.includes(":") ? prefix64(address) : address;
}

/** An IPv4 address inside IPv6, or with a port as some proxies send it, counts as that IPv4 address. */
function prefix64(address: string): string {
  const [, mapped] = /^(?:::ffff:)?(\d+(?:\.\d+){3})(?::\d+)?$/i.exec(address) ?? [];
  if (mapped !== undefined) return mapped;
  const [head = "", tail] = address.replace(/%.*$/, "").split("::");
  const groups = head === "" ? [] : head.split(":");
  const after = tail === undefined || tail === "" ? [] : tail.split(":");
  const zeros = Array.from({ length: Math.max(8 - groups.length - after.length, 0) }, () => "0");
  return [...groups, ...zeros, ...after]
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(":");
}
