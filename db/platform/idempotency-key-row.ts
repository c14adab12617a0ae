import { defineEntity, p } from "@mikro-orm/postgresql";

const IdempotencyKeyRowSchema = defineEntity({
  name: "IdempotencyKeyRow",
  tableName: "idempotency_key",
  properties: {
    caller: p.text().primary(),
    method: p.text().primary(),
    route: p.text().primary(),
    key: p.text().primary(),
    fingerprint: p.text(),
    status: p.integer().strictNullable(),
    answer: p.text().strictNullable(),
    about: p.array().defaultRaw("'{00000000-0000-0000-0000-000000000000}'"),
    createdAt: p.datetime(),
  },
  indexes: [{ name: "idempotency_key_created_at_idx", properties: "createdAt" }],
});

/**
 * An `Idempotency-Key` with its answer. Status and answer are null while the request runs; the answer alone is null
 * once erased.
 */
export class IdempotencyKeyRow extends IdempotencyKeyRowSchema.class {}

IdempotencyKeyRowSchema.setClass(IdempotencyKeyRow);
