import { accountSchema } from "../../contract/accounts/account-schema.ts";
import { getAccount } from "../../db/accounts/queries.ts";
import { type Endpoint, read } from "../endpoint.ts";
import { presentOffer } from "./present-offer.ts";
import { presentUser } from "./present.ts";

const account = read({
  method: "GET",
  path: "/api/v1/auth/account",
  name: "readAccount",
  summary: "Your account: contacts, roles, and the legal texts you accepted",
  source: "docs/rooms/accounts.md#account-page",
  access: "user",
  addsOtherWays: true,
  admitsClientOnWeb: true,
  answer: accountSchema,
  refusals: ["IDENTITY_NOT_LINKED"],
  handle: async ({ em, granted: { caller }, deps }) => {
    const { user, acceptedTerms } = await getAccount(em, caller.userId);
    const { legalVersions, termsAcceptanceRequired } = presentOffer(deps, acceptedTerms);
    return {
      user: presentUser(user),
      roles: [...user.roles],
      acceptedTerms: [...acceptedTerms],
      legalVersions,
      termsAcceptanceRequired,
    };
  },
});

/** Routes of the account itself. */
export const accountEndpoints: readonly Endpoint[] = [account];
