import { defineEntity, p } from "@mikro-orm/postgresql";
import { Invitation } from "./invitation.ts";

const ReplacedLinkSchema = defineEntity({
  name: "ReplacedLink",
  tableName: "replaced_invitation_link",
  properties: {
    tokenHash: p.text().primary(),
    invitationId: () => p.manyToOne(Invitation).mapToPk().index(),
    replacedAt: p.datetime(),
  },
});

/** A link of an invitation that a newer one replaced. */
export class ReplacedLink extends ReplacedLinkSchema.class {}

ReplacedLinkSchema.setClass(ReplacedLink);
