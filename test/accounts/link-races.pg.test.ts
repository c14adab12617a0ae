import { expect, test } from "@jest/globals";
import { linkIdentity } from "../../activities/accounts/link-identity.ts";
import { registerCoach } from "../../activities/workspaces/register-coach.ts";
import { AuthIdentity } from "../../db/accounts/auth-identity.ts";
import { User } from "../../db/accounts/user.ts";
import { transact } from "../../db/platform/transactions/transact.ts";
import { hooks } from "../../workers/hooks.ts";
import { codeOf } from "../factories/code-of.ts";
import {
  buildCoach,
  buildIdentity,
  ORIGIN,
  registrationForm,
} from "../factories/accounts/identity.ts";
import { campaignSize } from "../harness/campaign.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { useOrm } from "../harness/use-orm.ts";

const { em } = await useOrm(await useOwnDatabase());

const ROUNDS = campaignSize("RACE_ROUNDS", 6);

test(`Linking a sign-in while it registers, ${ROUNDS} times: it belongs to one account, and every user has one`, async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const { userId } = await buildCoach(em);
    const further = buildIdentity({ provider: "google" });
    const linking = {
      userId,
      further: { ...further, authenticatedAt: new Date() },
      requestId: "race",
    };
    const registration = { ...registrationForm(), identity: further, workspaceName: null };
    const acts = [
      () => codeOf(transact(em, (tx) => linkIdentity(tx, linking))),
      () =>
        codeOf(
          transact(em, (tx) =>
            registerCoach(tx, { ...registration, origin: ORIGIN }, hooks.workspaces),
          ),
        ),
    ] as const;
    const [linked, registered] =
      round % 2 === 0
        ? await Promise.all([acts[0](), acts[1]()])
        : (await Promise.all([acts[1](), acts[0]()])).toReversed();
    expect(registered).toBeNull();
    const { subject } = further;
    const rows = await em.fork().find(AuthIdentity, { subject, provider: "google" });
    expect(rows).toHaveLength(1);
    const owners = await em.fork().count(User, { primaryEmail: further.email });
    if (linked === null) expect([rows[0]?.userId, owners]).toEqual([userId, 0]);
    else expect([linked, owners]).toEqual(["IDENTITY_IN_USE", 1]);
  }
});
