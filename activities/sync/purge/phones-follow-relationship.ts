import { listRelationshipDevices } from "../../../db/sync/purge/list-relationship-devices.ts";
import type { RelationshipHook } from "../../relationships/relationship-hook.ts";
import { orderScopePurges } from "./order-whole-purges.ts";

/** Phones delete their data of a relationship when it ends. */
export const phonesFollowRelationship: RelationshipHook = {
  async ended(tx, { relationship, now, requestId }) {
    const { id: relationshipId, workspaceId } = relationship;
    const devices = await listRelationshipDevices(tx, { relationshipId, workspaceId });
    await orderScopePurges(tx, { devices, trigger: "RELATIONSHIP_END" }, { now, requestId });
    return null;
  },
};
