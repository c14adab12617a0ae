import type { LegalVersions } from "../../contract/accounts/terms-schema.ts";
import type { ApiDeps } from "../deps.ts";

/** What the configuration says to every app. */
export type Offer = Pick<ApiDeps, "legalVersions" | "featureFlags">;

/** What the installation offers: the same to everybody, but for whether the texts were accepted. */
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
