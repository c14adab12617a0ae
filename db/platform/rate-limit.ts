import { defineEntity, p } from "@mikro-orm/postgresql";

const RateLimitSchema = defineEntity({
  name: "RateLimit",
  properties: {
    key: p.string().length(255).primary(),
    points: p.integer().default(0),
    expire: p.bigint("number").strictNullable(),
  },
  indexes: [{ name: "rate_limit_expire_idx", properties: "expire" }],
});

/** Points of one limiter key until `expire` (milliseconds since the epoch), shared by all processes. */
export class RateLimit extends RateLimitSchema.class {}

RateLimitSchema.setClass(RateLimit);
