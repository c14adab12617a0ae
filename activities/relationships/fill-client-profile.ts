import type { BaselineField } from "../../contract/relationships/vocabulary.ts";
import { saveClientProfileSchema } from "../../contract/relationships/client-profile-schema.ts";
import { ClientProfile } from "../../db/accounts/client-profile.ts";
import { lockUser } from "../../db/accounts/guard/lock-user.ts";
import { User } from "../../db/accounts/user.ts";
import { clockNow, type Tx } from "../../db/platform/transactions/transact.ts";
import { localDateOf } from "../../rules/local-day.ts";
import type { RelationshipHooks } from "./relationship-hook.ts";
import { saveClientProfile } from "./save-client-profile.ts";

/**
 * Stores profile fields as if the client had saved them at that instant; name, time zone and locale stay. Fields that
 * the profile would refuse are left out and counted.
 *
 * @returns null if nothing was changed, because the client saved something later or was erased.
 */
export async function fillClientProfile(
  tx: Tx,
  { userId, fields, statedAt, requestId }: ProfileFilling,
  hooks: RelationshipHooks,
): Promise<FilledProfile | null> {
  await lockUser(tx, userId);
  const stored = await tx.findOne(ClientProfile, { userId });
  const { deletedAt } = await tx.findOneOrFail(User, userId);
  if (stored === null || deletedAt !== null) return null;
  if (stored.statedAt !== null && stored.statedAt >= statedAt) return null;
  const { displayName, timezone, locale, birthDate, heightCm, goal } = stored;
  const today = localDateOf(await clockNow(tx), timezone);
  const accepted = acceptable(fields, today);
  const profile = { displayName, timezone, locale, birthDate, heightCm, goal, ...accepted };
  await saveClientProfile(tx, { userId, profile, requestId }, hooks);
  tx.assign(stored, { statedAt });
  await tx.flush();
  const keptCount = Object.keys(accepted).length;
  return { keptCount, refusedCount: Object.keys(fields).length - keptCount };
}

/** Profile fields from another source than the profile form, such as a submitted form; they are validated here. */
export interface ProfileFilling {
  readonly userId: string;
  readonly fields: Readonly<Partial<Record<BaselineField, unknown>>>;
  /** When the client entered them. */
  readonly statedAt: Date;
  readonly requestId: string | null;
}

/** How many fields were stored, and how many refused. */
export interface FilledProfile {
  readonly keptCount: number;
  readonly refusedCount: number;
}

type Baseline = Partial<Pick<ClientProfile, BaselineField>>;

function acceptable(fields: ProfileFilling["fields"], today: string): Baseline {
  const { shape } = saveClientProfileSchema;
  const birthDate = shape.birthDate.safeParse(fields.birthDate).data ?? null;
  const heightCm = shape.heightCm.safeParse(fields.heightCm).data ?? null;
  const goal = shape.goal.safeParse(fields.goal).data ?? null;
  return {
    ...(birthDate !== null && birthDate <= today && { birthDate }),
    ...(heightCm !== null && { heightCm }),
    ...(goal !== null && { goal }),
  };
}
