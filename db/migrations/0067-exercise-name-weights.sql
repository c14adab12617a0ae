-- The words of a name weigh what they say (rules/exercises/search/name-weight.ts); until here each weighed one.
update exercise set name_words = greatest(1, (
  select coalesce(sum(case
    when word in ('barbell', 'medium', 'over') then 0
    when word in ('standing', 'bicep', 'full', 'regular', 'powerlifting', 'dumbbell', 'arm') then 1
    when word in ('grip', 'lat', 'cable', 'machine', 'bodyweight', 'seated', 'lying', 'side', 'tricep', 'leverage',
      'smith', 'wide', 'close', 'one', 'single', 'two') then 2
    when word in ('lateral', 'alternate', 'alternating') then 3
    when word in ('band', 'chain', 'kettlebell', 'deficit', 'axle', 'car', 'double', 'block', 'wrist', 'finger',
      'behind', 'neck', 'speed', 'box', 'pin', 'plate', 'sled', 'straight') then 6
    when word = 'reverse' then 8
    else 4
  end), 0)
  from string_to_table(name_key, ' ') as word where word <> ''
));
