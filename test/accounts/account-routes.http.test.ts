import { expect, test } from "@jest/globals";
import { accountSchema } from "../../contract/accounts/account-schema.ts";
import {
  type Person,
  refusalOf,
  registeredClient,
  registeredCoach,
  somebody,
} from "../factories/accounts/people.ts";
import { useApi } from "../harness/use-api.ts";

const PATH = "/api/v1/auth/account";
const { api, issuer } = await useApi();
const read = async (person: Person, app: Parameters<Person["token"]>[0], path = PATH) =>
  api.call("GET", path, { token: await person.token(app) });

test("a coach and a client read their own account on every surface, with the terms they accepted", async () => {
  const coach = await registeredCoach(api, somebody(issuer));
  const client = await registeredClient(api, coach, somebody(issuer));
  for (const [person, app, role] of [
    [coach.person, "COACH_MOBILE", "COACH"],
    [coach.person, "WEB", "COACH"],
    [client.person, "CLIENT_MOBILE", "CLIENT"],
    [client.person, "WEB", "CLIENT"],
  ] as const) {
    const answer = await read(person, app);
    expect(accountSchema.parse(answer.data)).toMatchObject({
      user: { primaryEmail: person.email },
      roles: [role],
      acceptedTerms: [{ termsVersion: "2026-01", privacyVersion: "2026-01" }],
      termsAcceptanceRequired: false,
    });
    expect((await read(person, app)).data).toEqual(answer.data);
  }
});

test("a client accepts the terms in force on the web too", async () => {
  const coach = await registeredCoach(api, somebody(issuer));
  const { person } = await registeredClient(api, coach, somebody(issuer));
  const { legalVersions: body } = accountSchema.parse((await read(person, "WEB")).data);
  const token = await person.token("WEB");
  const answer = await api.call("POST", "/api/v1/auth/terms-acceptance", { token, body });
  expect([answer.status, answer.data]).toMatchObject([200, { termsAcceptanceRequired: false }]);
});

test("an account is shown to nobody without a token, without an account, or with another sign-in", async () => {
  expect(refusalOf(await api.call("GET", PATH))).toBe("401 UNAUTHENTICATED");
  expect(refusalOf(await read(somebody(issuer), "WEB"))).toBe("403 REGISTRATION_REQUIRED");
  const coach = await registeredCoach(api, somebody(issuer));
  const otherWay = await read(somebody(issuer, coach.person.email), "WEB");
  expect(refusalOf(otherWay)).toBe("409 IDENTITY_NOT_LINKED");
  expect(otherWay.body["signInWith"]).toEqual(["email-password"]);
  expect(refusalOf(await read(coach.person, "WEB", `${PATH}?user=1`))).toBe(
    "400 VALIDATION_FAILED",
  );
});
