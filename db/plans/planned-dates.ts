import { OPEN_ASSIGNMENT_STATUSES } from "../../contract/plans/vocabulary.ts";
import type { PlannedDates } from "../../rules/plans/plan-dates.ts";
import { records } from "../platform/statements/records.ts";
import { tables } from "../tables.ts";
import type { Tx } from "../platform/transactions/transact.ts";

interface Day {
  readonly relationshipId: string;
  readonly localDate: string;
}

/** A present day, and the date through which plans should have dates on it. */
interface WantedDates extends Day {
  readonly through: string;
}

/** Running assignments of some relationships whose dates are not planned far enough ahead of their present days. */
export async function listBehindPlans(tx: Tx, wanted: readonly WantedDates[]) {
  return await tables(tx)
    .selectFrom(records(wanted, [...DAY, ["through", "date"]]).as("day"))
    .innerJoin("planAssignment as assignment", (join) =>
      join
        .onRef("assignment.relationshipId", "=", "day.relationshipId")
        .onRef("assignment.plannedThrough", "<", "day.through"),
    )
    .innerJoin("planRevision as revision", (join) =>
      join
        .onRef("revision.planId", "=", "assignment.planId")
        .onRef("revision.revision", "=", "assignment.appliedRevision"),
    )
    .select([
      "assignment.id",
      "day.relationshipId",
      "day.localDate",
      "startDate",
      "endDate",
      "spans",
      "plannedDates",
    ])
    .select(["assignment.plannedThrough", "revision.content"])
    .where("assignment.status", "=", "ACTIVE")
    .orderBy("assignment.id")
    .execute();
}

/** Stores planned dates of assignments. One statement. */
export async function storePlannedDates(
  tx: Tx,
  planned: readonly (PlannedDates & { readonly id: string })[],
): Promise<void> {
  if (planned.length === 0) return;
  await tables(tx)
    .updateTable("planAssignment as assignment")
    .from(
      records(planned, [
        ["id", "uuid"],
        ["plannedDates", "date[]"],
        ["plannedThrough", "date"],
      ]).as("planned"),
    )
    .set(({ ref }) => ({
      plannedDates: ref("planned.plannedDates"),
      plannedThrough: ref("planned.plannedThrough"),
    }))
    .whereRef("assignment.id", "=", "planned.id")
    .execute();
}

/**
 * Ends assignments whose last day is before the present one of their relationship. One statement.
 *
 * @returns the ended assignments of programs, with their relationships.
 */
export async function endPastAssignments(tx: Tx, presentDays: readonly Day[], now: Date) {
  const ended = await tables(tx)
    .updateTable("planAssignment as assignment")
    .from(records(presentDays, DAY).as("day"))
    .set({ status: "ENDED", updatedAt: now })
    .whereRef("assignment.relationshipId", "=", "day.relationshipId")
    .where("assignment.status", "in", OPEN_ASSIGNMENT_STATUSES)
    .whereRef("assignment.endDate", "<", "day.localDate")
    .returning(["assignment.id", "assignment.relationshipId", "assignment.planKind"])
    .execute();
  return ended.filter(({ planKind }) => planKind === "PROGRAM");
}

const DAY = [
  ["relationshipId", "uuid"],
  ["localDate", "date"],
] as const;
