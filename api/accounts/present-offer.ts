import type { LegalVersions } from "../../contract/accounts/terms-schema.ts";
import type { ApiDeps } from "../api-deps.ts";

/** The installation's offer: the same for everybody, except whether the texts were accepted. */
export function presentOffer(offer: Offer, accepted: readonly LegalVersions[]) {
  const { legalVersions, featureFlags } = offer;
  return {
    featureFlags: { ...featureFlags },
    legalVersions,
    termsAcceptanceRequired: !accepted.some(
      ({ termsVersion, privacyVersion }) =>
        termsVersion === legalVersions.termsVersion &&
        privacyVersion === legalVersions.privacyVersion,
    ),
  };
}

/** Configuration that every app receives. */
export type Offer = Pick<ApiDeps, "legalVersions" | "featureFlags">;
