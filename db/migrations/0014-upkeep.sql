-- A relationship can pass to another coach of its workspace; its history keeps from whom to whom.
alter table relationship_event
  add column from_coach_user_id uuid,
  add column to_coach_user_id uuid,
  add constraint relationship_event_coach_check
    check ((from_coach_user_id is null) = (to_coach_user_id is null)) not valid;
