import { sql } from "kysely";
import type { LegalVersions } from "../../contract/accounts/terms-schema.ts";
import { onboardingPart, type OnboardingView } from "../onboarding/onboarding-view.ts";
import { wireInstant } from "../transact.ts";
import { zoneNow } from "../relationships/zone-now.ts";
import type {
  ClientProfileRow,
  CoachProfileRow,
  MemberWorkspaceRow,
  OpenRelationshipRow,
  UserRow,
} from "./context-rows.ts";

// Parts of the statements that read an account at once: `u` is the user, `p` the profile.

/** The user as one JSON value. */
export const userPart = sql<UserRow>`jsonb_build_object(
  'id', u.id, 'displayName', u.display_name, 'primaryEmail', u.primary_email,
  'primaryPhone', u.primary_phone, 'status', u.status, 'roles', u.roles,
  'createdAt', ${wireInstant("u.created_at")})`;

/** The coach profile as one JSON value. */
export const coachProfilePart = sql<CoachProfileRow>`jsonb_build_object(
  'publicHandle', p.public_handle, 'bio', p.bio, 'timezone', p.timezone, 'locale', p.locale,
  'onboardingStatus', p.onboarding_status)`;

/** The client profile as one JSON value. */
export const clientProfilePart = sql<ClientProfileRow>`jsonb_build_object(
  'displayName', p.display_name, 'timezone', p.timezone, 'locale', p.locale,
  'onboardingStatus', p.onboarding_status)`;

/** The workspaces of active memberships, owned ones first. */
export const workspacesPart = sql<readonly MemberWorkspaceRow[]>`(
  select coalesce(jsonb_agg(jsonb_build_object(
           'id', w.id, 'name', w.name, 'status', w.status, 'role', m.role)
           order by m.role <> 'OWNER', m.id), '[]')
    from workspace_membership m join coach_workspace w on w.id = m.workspace_id
   where m.user_id = u.id and m.status = 'ACTIVE')`;

/** The one relationship of a client that is not ended, or null. */
export const openRelationshipPart = sql<OpenRelationshipRow | null>`(
  select jsonb_build_object(
           'id', r.id, 'workspaceId', r.workspace_id, 'workspaceName', w.name,
           'coachUserId', r.coach_user_id, 'coachDisplayName', c.display_name,
           'status', r.status, 'timezone', ${zoneNow("r")}, 'startedAt', ${wireInstant("r.started_at")})
    from relationship r
    join coach_workspace w on w.id = r.workspace_id
    join app_user c on c.id = r.coach_user_id
   where r.client_user_id = u.id and r.status <> 'ENDED')`;

/** The onboarding of that relationship, or null. */
export const openOnboardingPart = sql<OnboardingView | null>`(
  select ${onboardingPart("r.id")}
    from relationship r where r.client_user_id = u.id and r.status <> 'ENDED')`;

/** The pairs of legal versions that the user accepted. */
export const acceptedTermsPart = sql<readonly LegalVersions[]>`(
  select coalesce(jsonb_agg(jsonb_build_object(
           'termsVersion', t.terms_version, 'privacyVersion', t.privacy_version)), '[]')
    from terms_acceptance t where t.user_id = u.id)`;
