import { defineEntity, p } from "@mikro-orm/postgresql";
import type {
  PushProvider,
  PushTokenEnd,
  PushTokenStatus,
} from "../../contract/notifications/vocabulary.ts";
import type { DeviceSurface } from "../../contract/accounts/vocabulary.ts";
import { AppSession } from "../accounts/app-session.ts";
import { User } from "../accounts/user.ts";

const PushTokenSchema = defineEntity({
  name: "PushToken",
  properties: {
    id: p.uuid().primary(),
    userId: () => p.manyToOne(User).mapToPk().index(),
    appSessionId: () => p.manyToOne(AppSession).mapToPk(),
    surface: p.text().$type<DeviceSurface>(),
    provider: p.text().$type<PushProvider>(),
    token: p.text().strictNullable(),
    tokenHash: p.text(),
    status: p.text().$type<PushTokenStatus>(),
    retiredFor: p.text().$type<PushTokenEnd>().strictNullable(),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
    retiredAt: p.datetime().strictNullable(),
  },
  indexes: [
    {
      name: "push_token_retired_at_idx",
      properties: "retiredAt",
      where: "status = 'RETIRED'",
    },
  ],
  uniques: [
    {
      name: "push_token_active_unique",
      properties: "tokenHash",
      where: "status = 'ACTIVE'",
    },
    {
      name: "push_token_session_active_unique",
      properties: ["appSessionId", "provider"],
      where: "status = 'ACTIVE'",
    },
  ],
});

/** An address of a push provider for one app of one session; only active rows contain the token. */
export class PushToken extends PushTokenSchema.class {}
PushTokenSchema.setClass(PushToken);
