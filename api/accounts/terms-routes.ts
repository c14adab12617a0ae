import { acceptTermsInForce } from "../../activities/accounts/accept-terms-in-force.ts";
import {
  legalVersionsSchema,
  termsAcceptanceSchema,
} from "../../contract/accounts/terms-schema.ts";
import { act, type Endpoint } from "../endpoint.ts";
import { registrationOrigin } from "./registration-origin.ts";

const termsAcceptance = act({
  method: "POST",
  path: "/api/v1/auth/terms-acceptance",
  name: "acceptTerms",
  summary: "Accept the legal versions in force; a repeated request returns the first acceptance",
  source: "docs/rooms/accounts.md#terms",
  access: "user",
  admitsClientOnWeb: true,
  body: legalVersionsSchema,
  answer: termsAcceptanceSchema,
  refusals: ["STATE_CONFLICT"],
  idempotency: "none",
  handle: async ({ tx, granted: { caller }, body, request, deps }) => {
    const acceptance = await acceptTermsInForce(tx, {
      userId: caller.userId,
      accepted: body,
      provider: caller.identity.provider,
      origin: registrationOrigin(request, deps),
    });
    return {
      ...body,
      acceptedAt: acceptance.acceptedAt.toISOString(),
      termsAcceptanceRequired: false,
    };
  },
});

export const termsEndpoints: readonly Endpoint[] = [termsAcceptance];
