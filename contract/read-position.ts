/**
 * Header of an answer to the console, which sends the latest one along: how far the database was
 * (docs/rooms/wire.md#read-positions). A standby that is not there yet is not read.
 */
export const READ_POSITION_HEADER = "Read-Position";

/** Its value if the database did not say how far it was: the console then forgets the position that it has. */
export const UNKNOWN_POSITION = "unknown";
