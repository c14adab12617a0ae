import { defineEntity, p } from "@mikro-orm/postgresql";

const ScopeChangeSchema = defineEntity({
  name: "ScopeChange",
  properties: {
    relationshipId: p.uuid().primary(),
    seq: p.bigint("number").primary(),
    changes: p.json<Readonly<Record<string, readonly string[]>>>(),
    changedAt: p.datetime().index(),
  },
});

/** The changes of a relationship at one step of its counter: ids by type, the delta of a cursor. */
export class ScopeChange extends ScopeChangeSchema.class {}

ScopeChangeSchema.setClass(ScopeChange);
