import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { prepareFor } from "../../activities/workouts/follow-workouts.ts";
import { type ActOwner, planActs, programContent } from "./plan-acts.ts";

/** Gives a program whose workouts can be taken along; returns the task of the present day's. */
export async function offeredWorkout(em: SqlEntityManager, owner: ActOwner): Promise<string> {
  const acts = planActs(em);
  const { assignmentId } = await acts.give(owner, programContent());
  await prepareFor(em, [owner.relationshipId], null);
  const [task] = await acts.tasksOf(assignmentId);
  if (task === undefined) throw new Error("The program asks for nothing today");
  return task.id;
}
