-- Which exercises somebody asked for whose detail was old.
-- squawk-ignore require-concurrent-index-creation
create index exercise_asked_idx on exercise (provider_key, detail_asked_on) where detail_asked_on is not null;
