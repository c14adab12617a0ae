import { expect, test } from "@jest/globals";
import { ensureIntegrations } from "../../activities/exercises/provider/ensure-integrations.ts";
import type { IntegrationRecord } from "../../activities/exercises/provider/exercise-provider.ts";
import { ProviderIntegration } from "../../db/exercises/catalogue/provider-integration.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { useOrm } from "../harness/use-orm.ts";

const { em } = await useOrm(await useOwnDatabase(), { poolSize: 2 });

const record: IntegrationRecord = {
  providerKey: "primary",
  credentialsReference: "EXERCISE_PROVIDER_API_KEY",
  planKey: "pro",
  metered: true,
  mediaUniqueLimit: 500,
  videoMinutesLimit: null,
  licensePolicy: "STREAM_ONLY",
  mediaHosts: ["cdn.example.com"],
  callsPerMinute: 350,
};
const stored = () => em.fork().findOneOrFail(ProviderIntegration, { providerKey: "primary" });

test("A provider's configuration is stored, and written again only if it changes", async () => {
  await ensureIntegrations(em, [{ record }]);
  const first = await stored();
  expect(first).toMatchObject({ planKey: "pro", mediaUniqueLimit: 500, lastUsageSyncAt: null });

  await ensureIntegrations(em, [{ record }]);
  expect((await stored()).updatedAt).toEqual(first.updatedAt);

  await ensureIntegrations(em, [{ record: { ...record, mediaUniqueLimit: null } }]);
  expect(await stored()).toMatchObject({ mediaUniqueLimit: null, planKey: "pro" });
});
