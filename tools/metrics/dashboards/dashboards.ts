import { actors } from "./actors.ts";
import { api } from "./api.ts";
import type { Dashboard } from "./dashboard.ts";
import { database } from "./database.ts";
import { days } from "./days.ts";
import { heart } from "./heart.ts";
import { inbox } from "./inbox.ts";
import { temporal } from "./temporal.ts";

/** Every dashboard. */
export const dashboards: readonly Dashboard[] = [
  api,
  heart,
  actors,
  database,
  temporal,
  inbox,
  days,
];
