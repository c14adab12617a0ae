-- A coach reviews a fall off track by itself: the report of the fall that was reviewed last (`told_at`).
alter table progress_trend add column reviewed_fall_at timestamptz;
