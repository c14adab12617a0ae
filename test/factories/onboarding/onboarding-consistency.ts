import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { sql } from "kysely";

/** An onboarding whose rows contradict each other, and the rule they break. */
export interface Inconsistency {
  readonly instanceId: string;
  readonly rule: string;
}

/**
 * Checks every onboarding for the invariants between instance, task, form assignment, relationship and profile. They
 * hold after any events in any order.
 */
export async function findInconsistencies(em: SqlEntityManager): Promise<readonly Inconsistency[]> {
  const { rows } = await sql<Inconsistency>`
    select i.id as "instanceId", broken.rule
      from onboarding_instance i
      join onboarding_task t on t.instance_id = i.id and t.task_type = 'QUESTIONNAIRE'
      left join onboarding_task b on b.instance_id = i.id and b.task_type = 'BASELINE'
      join relationship r on r.id = i.relationship_id
      join client_profile p on p.user_id = r.client_user_id
      join form_assignment a on a.id = t.form_assignment_id
      left join form_submission s on s.assignment_id = a.id
     cross join lateral (select
       coalesce(i.resumes_as, i.status) as workflow,
       t.status in ('READY', 'OPENED', 'SKIPPED_FOR_NOW') as open,
       t.status = 'SKIPPED_FOR_NOW' as skipped,
       r.status = 'ENDED' as ended) is_
     cross join lateral (values
       ('the task belongs to the assignment', a.source_id = t.id and a.relationship_id = r.id),
       ('only a skipped task blocks', is_.ended or
         (i.program_assignment_blocked = is_.skipped and i.nutrition_assignment_blocked = is_.skipped)),
       ('only a skipped or unopened task is reminded of', is_.ended or
         t.reminder_cadence is not distinct from case t.status
           when 'READY' then 'UNOPENED' when 'SKIPPED_FOR_NOW' then 'DAILY' end),
       ('a task that is completed by a submission has it', t.submission_id is null or
         (t.status = 'COMPLETED' and s.id = t.submission_id and a.status = 'SUBMITTED')),
       ('the current task is the open one', is_.ended or
         i.current_task_id is not distinct from case when is_.open then t.id
           when b.status in ('READY', 'OPENED') then b.id end),
       ('the baseline is asked for while the relationship waits for it', b.id is null or is_.ended or
         r.status = 'PAUSED' or (b.status in ('READY', 'OPENED')) = (r.status = 'ONBOARDING')),
       ('the workflow is where the task is', is_.ended or is_.workflow = case t.status
         when 'READY' then 'IN_PROGRESS' when 'OPENED' then 'IN_PROGRESS'
         when 'SKIPPED_FOR_NOW' then 'COMPLETED_WITH_PENDING_TASK' else 'COMPLETED' end),
       ('an ended workflow is over', not is_.ended or i.status in ('CANCELLED', 'COMPLETED')),
       ('it is paused with its relationship', (r.status = 'PAUSED') = (i.status = 'PAUSED')),
       ('an ended relationship leaves no form open', not is_.ended or
         a.status in ('SUBMITTED', 'CANCELLED')),
       ('a finished workflow has its time', is_.ended or (is_.workflow = 'COMPLETED') = (i.finished_at is not null)),
       ('the profile says so', is_.ended or p.onboarding_status = case t.status
         when 'READY' then 'IN_PROGRESS' when 'OPENED' then 'IN_PROGRESS'
         when 'SKIPPED_FOR_NOW' then 'BLOCKED' else 'COMPLETED' end),
       ('each status has its one event', (select count(*) from onboarding_task_event e
          where e.task_id = t.id and e.type = 'completed') = (t.status = 'COMPLETED')::int
         and (select count(*) from onboarding_task_event e
          where e.task_id = t.id and e.type = 'created') = 1),
       ('each task event has its audit row', not exists (
          select type from onboarding_task_event e where e.task_id = t.id
          group by type having count(*) <> (select count(*) from onboarding_audit_event x
            where x.task_id = t.id and x.event_type = e.type)))
     ) broken (rule, holds)
     where not broken.holds
     order by i.id, broken.rule
  `.execute(em.getKysely());
  return rows;
}
