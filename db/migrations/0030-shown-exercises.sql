-- Which workouts name an exercise of the library: its picture is another one, or none any more.
-- squawk-ignore require-concurrent-index-creation
create index workout_snapshot_exercise_idx on workout_snapshot
  using gin (jsonb_path_query_array(content, '$.**.exerciseId'));
