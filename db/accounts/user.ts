import { defineEntity, p } from "@mikro-orm/postgresql";
import type { UserRole, UserStatus } from "../../contract/accounts/vocabulary.ts";

const UserSchema = defineEntity({
  name: "User",
  tableName: "app_user",
  properties: {
    id: p.uuid().primary(),
    primaryEmail: p.text().strictNullable(),
    primaryPhone: p.text().strictNullable(),
    displayName: p.text(),
    status: p.text().$type<UserStatus>(),
    roles: p.array().$type<UserRole[]>(),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
    deletionRequestedAt: p.datetime().strictNullable(),
    deletedAt: p.datetime().strictNullable(),
    emailRefusedAt: p.datetime().strictNullable(),
  },
  uniques: [
    {
      name: "app_user_primary_email_unique",
      properties: "primaryEmail",
      where: "primary_email is not null",
    },
    {
      name: "app_user_primary_phone_unique",
      properties: "primaryPhone",
      where: "primary_phone is not null",
    },
  ],
});

/** A person who uses the product; contacts are normalized and verified (docs/rooms/accounts.md#records). */
export class User extends UserSchema.class {}

UserSchema.setClass(User);
