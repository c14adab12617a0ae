import { clientMeSchema } from "../../../../contract/onboarding/client-account-schema.ts";
import { identityListSchema } from "../../../../contract/accounts/identity-schema.ts";
import { signInAtStack } from "../../../stack/sign-in-at-stack.ts";
import { callApi } from "../../call-api.ts";
import { expectEqual } from "../../expect-equal.ts";
import type { Stage } from "../../stage.ts";
import { clientEnters, type ClientOnPhone } from "../client-chapters.ts";

const CLIENT_ME = {
  method: "GET",
  path: "/api/v1/auth/client-me",
  answer: clientMeSchema,
} as const;

/** Whether the stack's identity provider offers other ways to sign in without a real company. */
export const offersOtherButtons = ({ stack }: Stage): boolean =>
  stack.identityProvider.kind === "development";

/**
 * A client returns by another button. The API names the right one, both sign-ins are proved, and they become one
 * account.
 */
export async function wrongButtonLeadsHome(stage: Stage, client: ClientOnPhone): Promise<void> {
  const { page } = stage;
  page.chapter("A returning client taps the wrong button and gets to their account");
  const google = await throughGoogle(stage, client);
  const { data: lost } = await callApi(
    stage,
    { ...CLIENT_ME, token: google },
    ({ nextRoute, signInWith }) => `${nextRoute}: ${signInWith.join(", ")}`,
  );
  expectEqual(
    "the shown sign-ins",
    [lost.nextRoute, lost.signInWith, lost.user],
    ["SIGN_IN_OTHER_WAY", ["email-password"], null],
  );
  const { token } = await clientEnters(stage);
  await callApi(
    stage,
    {
      method: "POST",
      path: "/api/v1/auth/identities",
      token,
      body: { accessToken: google },
      answer: identityListSchema,
    },
    ({ items }) => `both open the account: ${items.map(({ provider }) => provider).join(", ")}`,
  );
  const { data: home } = await callApi(
    stage,
    { ...CLIENT_ME, token: google },
    ({ nextRoute }) => `by the other button, next ${nextRoute}`,
  );
  expectEqual("the account's owner", home.user?.userId, client.userId);
  page.verified(
    "the client learned which sign-in they had used, and both buttons now lead to one account",
  );
}

/** Signs in with the same address, by another button of the login page. */
async function throughGoogle(
  { stack, page }: Stage,
  { email, name }: ClientOnPhone,
): Promise<string> {
  page.sent(`${stack.urls.provider}: the login page, as ${email} by Google`);
  const { accessToken } = await signInAtStack(stack, {
    clientId: "sideline-client-mobile",
    provider: "google",
    email,
    name,
    roles: [],
  });
  page.came("an access token of another sign-in, with the same verified address");
  return accessToken;
}
