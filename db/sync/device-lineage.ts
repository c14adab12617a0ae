import { defineEntity, p } from "@mikro-orm/postgresql";
import type { DeviceSurface } from "../../contract/accounts/vocabulary.ts";
import { User } from "../accounts/user.ts";

const DeviceLineageSchema = defineEntity({
  name: "DeviceLineage",
  properties: {
    id: p.uuid().primary(),
    userId: () => p.manyToOne(User).mapToPk(),
    appSurface: p.text().$type<DeviceSurface>(),
    installationId: p.uuid().index(),
    createdAt: p.datetime(),
  },
  uniques: [
    {
      name: "device_lineage_user_surface_installation_unique",
      properties: ["userId", "appSurface", "installationId"],
    },
  ],
});

/** All devices that one installation ever was for one user: the scope of operation ids. */
export class DeviceLineage extends DeviceLineageSchema.class {}

DeviceLineageSchema.setClass(DeviceLineage);
