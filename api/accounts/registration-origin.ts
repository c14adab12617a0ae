import type { RegistrationOrigin } from "../../activities/accounts/registration-form.ts";
import { networkOf } from "../../rules/accounts/network-of.ts";
import type { ApiDeps } from "../api-deps.ts";
import type { RequestFacts } from "../endpoint.ts";
import { keyedHash } from "../keyed-hash.ts";

/** The origin of a registration, in storable form. */
export function registrationOrigin(request: RequestFacts, deps: ApiDeps): RegistrationOrigin {
  const { keys, legalVersions } = deps;
  return {
    requestId: request.requestId,
    ipHash: keyedHash(keys.hash, "address", request.address),
    network: networkOf(request.address),
    userAgentHash: keyedHash(keys.hash, "user-agent", request.userAgent),
    inForce: legalVersions,
  };
}
