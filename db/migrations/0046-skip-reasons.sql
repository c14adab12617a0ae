-- What clients said when they put a questionnaire off goes 400 days later; few tasks keep such words.
-- squawk-ignore require-concurrent-index-creation
create index onboarding_task_skip_reason_idx on onboarding_task (skipped_at) where payload <> '{}';
