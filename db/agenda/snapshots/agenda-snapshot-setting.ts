import { defineEntity, p } from "@mikro-orm/postgresql";

const AgendaSnapshotSettingSchema = defineEntity({
  name: "AgendaSnapshotSetting",
  properties: {
    onlyRow: p.boolean().default(true).primary(),
    /** Keys of snapshots are computed with it. */
    secret: p.text(),
    /** Whether new tasks also have the columns that processes of the previous release read. */
    fillsColumns: p.boolean(),
  },
});

/** How tasks name their snapshots, in one row (docs/rooms/agenda.md#snapshots). */
export class AgendaSnapshotSetting extends AgendaSnapshotSettingSchema.class {}
AgendaSnapshotSettingSchema.setClass(AgendaSnapshotSetting);
