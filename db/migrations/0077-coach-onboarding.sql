-- The onboarding of coaches from before it moved: it is completed with the first client, invited or taken over, and
-- begins with the first change of the profile or of the workspace. A waiting line of a file may yet invite nobody.
update coach_profile set onboarding_status = 'COMPLETED'
 where onboarding_status <> 'COMPLETED'
   and user_id in (
     select invited_by_user_id from invitation where status <> 'WAITING'
     union select coach_user_id from relationship
     union select from_coach_user_id from relationship_event where from_coach_user_id is not null);
update coach_profile set onboarding_status = 'IN_PROGRESS'
 where onboarding_status = 'NOT_STARTED'
   and (updated_at > created_at
        or user_id in (select owner_user_id from coach_workspace where settings <> '{}'));
