import { tables } from "../../tables.ts";
import { clockNow, type Tx } from "../../platform/transactions/transact.ts";

/** Replaces what is known of a provider; without a change it writes nothing. */
export async function writeIntegration(tx: Tx, row: IntegrationRow): Promise<void> {
  const { providerKey: _key, ...known } = row;
  const updatedAt = await clockNow(tx);
  await tables(tx)
    .insertInto("providerIntegration")
    .values({ ...row, lastUsageSyncAt: null, updatedAt })
    .onConflict((conflict) =>
      conflict
        .column("providerKey")
        .doUpdateSet({ ...known, updatedAt })
        .where(({ eb, or, ref }) =>
          or([
            eb(
              "providerIntegration.credentialsReference",
              "<>",
              ref("excluded.credentialsReference"),
            ),
            eb("providerIntegration.planKey", "<>", ref("excluded.planKey")),
            eb("providerIntegration.metered", "<>", ref("excluded.metered")),
            eb(
              "providerIntegration.mediaUniqueLimit",
              "is distinct from",
              ref("excluded.mediaUniqueLimit"),
            ),
            eb(
              "providerIntegration.videoMinutesLimit",
              "is distinct from",
              ref("excluded.videoMinutesLimit"),
            ),
            eb("providerIntegration.licensePolicy", "<>", ref("excluded.licensePolicy")),
            eb("providerIntegration.mediaHosts", "<>", ref("excluded.mediaHosts")),
          ]),
        ),
    )
    .execute();
}

/** The columns of `provider_integration` that come from outside of the database. */
export type IntegrationRow = {
  readonly providerKey: string;
  readonly credentialsReference: string;
  readonly planKey: string;
  readonly metered: boolean;
  readonly mediaUniqueLimit: number | null;
  readonly videoMinutesLimit: number | null;
  readonly licensePolicy: string;
  readonly mediaHosts: readonly string[];
};
