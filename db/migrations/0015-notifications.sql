-- Whom the product told of what, and when; or why it did not. One row per occasion, kept 90 days. What is
-- put off is judged again when its time has come: the row says how it stands now.
create table notification (
  id uuid primary key,
  dedupe_key text not null unique,
  category text not null,
  recipient_user_id uuid not null references app_user (id),
  subject_id uuid not null,
  relationship_id uuid references relationship (id),
  -- The local day it was for, where it is for one.
  local_date date,
  timezone text not null,
  outcome text not null,
  reason text not null,
  channels text[] not null,
  revision integer not null,
  decided_at timestamptz not null,
  judged_at timestamptz not null,
  deliver_after timestamptz,
  constraint notification_category_check check (
    category in ('WELCOME', 'CLIENT_STARTED_ONBOARDING', 'ONBOARDING_REMINDER', 'ONBOARDING_NUDGE',
                 'COMPLETION_REQUEST', 'FORM_ASSIGNED', 'WORKOUT_CONFLICT_REMINDER',
                 'WORKOUT_CONFLICT_UNRESOLVED', 'COACH_TASK_URGENT', 'COACH_TASK_HIGH',
                 'COACH_TASK_LATE', 'INBOX_DIGEST')),
  constraint notification_outcome_check check (outcome in ('SEND', 'DEFER', 'SUPPRESS')),
  constraint notification_reason_check check (
    reason in ('ALLOWED', 'QUIET_HOURS', 'MUTED', 'NO_CHANNEL', 'WINDOW_MISSED', 'ALREADY_TOLD',
               'RELATIONSHIP_INACTIVE', 'RECIPIENT_INACTIVE', 'NOTHING_LEFT',
               'TOLD_OF_CLIENT', 'URGENT_STANDS', 'IN_DIGEST')),
  constraint notification_channels_check check (
    channels <@ array['PUSH', 'MAIL'] and (outcome = 'SUPPRESS') = (channels = '{}')),
  constraint notification_deliver_after_check
    check (outcome <> 'DEFER' or deliver_after is not null)
);
create index notification_recipient_user_id_id_idx on notification (recipient_user_id, id);

-- An address of the provider's that leads to one app on one phone. The token itself goes when it ends.
create table push_token (
  id uuid primary key,
  user_id uuid not null references app_user (id),
  app_session_id uuid not null references app_session (id),
  surface text not null,
  provider text not null,
  token text,
  token_hash text not null,
  status text not null,
  retired_for text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  retired_at timestamptz,
  constraint push_token_surface_check check (surface in ('COACH_MOBILE', 'CLIENT_MOBILE')),
  constraint push_token_provider_check check (provider in ('FCM', 'APNS')),
  constraint push_token_status_check check (
    status in ('ACTIVE', 'RETIRED')
    and (status = 'ACTIVE') = (token is not null)
    and (status = 'RETIRED') = (retired_for is not null and retired_at is not null)),
  constraint push_token_retired_for_check check (
    retired_for in ('MOVED', 'REPLACED', 'REMOVED', 'SESSION_ENDED', 'DEVICE_REVOKED', 'REJECTED'))
);
create unique index push_token_active_unique on push_token (token_hash) where status = 'ACTIVE';
create unique index push_token_session_active_unique
  on push_token (app_session_id, provider) where status = 'ACTIVE';
create index push_token_user_id_idx on push_token (user_id);
create index push_token_retired_at_idx on push_token (retired_at) where status = 'RETIRED';

-- What became of a decision on one way to one place: a push token, or for mail the recipient.
create table notification_delivery (
  id uuid primary key,
  notification_id uuid not null references notification (id) on delete cascade,
  channel text not null,
  target_id uuid not null,
  status text not null,
  attempts integer not null,
  failure_code text,
  created_at timestamptz not null,
  -- Not tried before this instant, while one try is under way or the provider asked for patience.
  next_attempt_at timestamptz not null,
  sent_at timestamptz,
  constraint notification_delivery_target_unique unique (notification_id, channel, target_id),
  constraint notification_delivery_channel_check check (channel in ('PUSH', 'MAIL')),
  constraint notification_delivery_status_check check (
    status in ('PENDING', 'SENT', 'FAILED', 'WITHDRAWN') and (status = 'SENT') = (sent_at is not null))
);

-- What a person wants to hear of; whoever has no row has the defaults.
create table notification_preference (
  user_id uuid primary key references app_user (id),
  muted_categories text[] not null,
  push_enabled boolean not null,
  mail_enabled boolean not null,
  -- Minutes of the local day; both null: no quiet hours.
  quiet_from_minute integer,
  quiet_until_minute integer,
  updated_at timestamptz not null,
  constraint notification_preference_quiet_check check (
    (quiet_from_minute is null) = (quiet_until_minute is null)
    and quiet_from_minute between 0 and 1439 and quiet_until_minute between 0 and 1439
    and quiet_from_minute <> quiet_until_minute)
);
