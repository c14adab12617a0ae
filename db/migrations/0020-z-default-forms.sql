-- Workspaces that are there already get the questionnaire that a new one begins with, as it is now
-- (rules/forms/default-questionnaire.ts).
with form as (
  insert into form_definition (id, workspace_id, title, status, is_workspace_default, draft, revision,
                               latest_version, created_by_user_id, created_at, updated_at, archived_at)
  select uuidv7(), workspace.id, 'Getting started', 'PUBLISHED', true, $content$
{"sections":[
{"sectionId":"goals","title":"Your goals","intro":null,"questions":[
  {"kind":"TEXT","questionId":"main_goal","label":"What is your main goal?","help":"One or two sentences: what should be different, and how will you notice it?","required":true,"showIf":null,"mapsTo":"goal"},
  {"kind":"DATE","questionId":"goal_date","label":"Is there a day you are working towards?","help":"A race, a wedding, a holiday. Leave it empty if there is none.","required":false,"showIf":null,"mapsTo":null,"min":null,"max":null},
  {"kind":"LONG_TEXT","questionId":"obstacles","label":"What has kept you from it so far?","help":null,"required":false,"showIf":null,"mapsTo":null}
]},
{"sectionId":"body","title":"About you","intro":null,"questions":[
  {"kind":"DATE","questionId":"birth_date","label":"When were you born?","help":null,"required":false,"showIf":null,"mapsTo":"birthDate","min":"1900-01-01","max":null},
  {"kind":"NUMBER","questionId":"height","label":"How tall are you?","help":null,"required":false,"showIf":null,"mapsTo":"heightCm","unit":"cm","min":50,"max":272,"decimals":0},
  {"kind":"NUMBER","questionId":"weight","label":"What do you weigh at the moment?","help":"Only if you want to tell.","required":false,"showIf":null,"mapsTo":null,"unit":"kg","min":20,"max":400,"decimals":1}
]},
{"sectionId":"training","title":"Your training","intro":null,"questions":[
  {"kind":"SINGLE_CHOICE","questionId":"experience","label":"How long have you been training regularly?","help":null,"required":true,"showIf":null,"mapsTo":null,"options":[{"optionId":"not_yet","label":"Not yet"},{"optionId":"under_one_year","label":"Less than a year"},{"optionId":"one_to_three_years","label":"One to three years"},{"optionId":"over_three_years","label":"More than three years"}]},
  {"kind":"NUMBER","questionId":"days_per_week","label":"On how many days a week can you train?","help":"What you can keep up in an ordinary week, not in the best one.","required":true,"showIf":null,"mapsTo":null,"unit":"days","min":1,"max":7,"decimals":0},
  {"kind":"SINGLE_CHOICE","questionId":"session_length","label":"How much time do you have on such a day?","help":null,"required":true,"showIf":null,"mapsTo":null,"options":[{"optionId":"up_to_30","label":"Up to 30 minutes"},{"optionId":"up_to_45","label":"Up to 45 minutes"},{"optionId":"up_to_60","label":"Up to an hour"},{"optionId":"over_60","label":"More than an hour"}]},
  {"kind":"MULTI_CHOICE","questionId":"equipment","label":"What can you train with?","help":null,"required":true,"showIf":null,"mapsTo":null,"options":[{"optionId":"gym","label":"A gym with everything"},{"optionId":"barbell","label":"Barbell and plates"},{"optionId":"dumbbells","label":"Dumbbells or kettlebells"},{"optionId":"bands","label":"Resistance bands"},{"optionId":"cardio","label":"Bike, rower or treadmill"},{"optionId":"bodyweight","label":"Nothing but my body"}],"minChoices":1,"maxChoices":null}
]},
{"sectionId":"health","title":"Your health","intro":null,"questions":[
  {"kind":"BOOLEAN","questionId":"has_injuries","label":"Do you have injuries or pain, now or from earlier?","help":null,"required":true,"showIf":null,"mapsTo":null},
  {"kind":"LONG_TEXT","questionId":"injuries","label":"What is it, since when, and what makes it worse?","help":null,"required":true,"showIf":{"questionId":"has_injuries","operator":"EQUALS","value":true},"mapsTo":null},
  {"kind":"BOOLEAN","questionId":"has_medical_advice","label":"Has a doctor ever advised you to be careful with exercise, or do you take medication?","help":null,"required":true,"showIf":null,"mapsTo":null},
  {"kind":"LONG_TEXT","questionId":"medical_advice","label":"What should your coach know about it?","help":null,"required":true,"showIf":{"questionId":"has_medical_advice","operator":"EQUALS","value":true},"mapsTo":null}
]},
{"sectionId":"daily_life","title":"Your days","intro":null,"questions":[
  {"kind":"NUMBER","questionId":"sleep","label":"How long do you sleep in an ordinary night?","help":null,"required":true,"showIf":null,"mapsTo":null,"unit":"h","min":0,"max":24,"decimals":1},
  {"kind":"SCALE","questionId":"stress","label":"How much stress do you have at the moment?","help":null,"required":true,"showIf":null,"mapsTo":null,"unit":null,"min":1,"max":10,"lowLabel":"Hardly any","highLabel":"Very much"},
  {"kind":"SINGLE_CHOICE","questionId":"diet","label":"Do you eat in a particular way?","help":null,"required":true,"showIf":null,"mapsTo":null,"options":[{"optionId":"anything","label":"I eat anything"},{"optionId":"pescatarian","label":"Pescatarian"},{"optionId":"vegetarian","label":"Vegetarian"},{"optionId":"vegan","label":"Vegan"},{"optionId":"other","label":"In another way"}]},
  {"kind":"TEXT","questionId":"other_diet","label":"In which way?","help":null,"required":true,"showIf":{"questionId":"diet","operator":"EQUALS","value":"other"},"mapsTo":null},
  {"kind":"TEXT","questionId":"not_eaten","label":"Is there anything you cannot or do not want to eat?","help":"Allergies and intolerances first.","required":false,"showIf":null,"mapsTo":null},
  {"kind":"LONG_TEXT","questionId":"anything_else","label":"What else should your coach know?","help":null,"required":false,"showIf":null,"mapsTo":null}
]}
]}
$content$, 1, 1, null, clock_now(), clock_now(), null
  from coach_workspace workspace
  returning id, title, draft, created_at
)
insert into form_version (id, form_id, version, title, content, published_by_user_id, published_at)
select uuidv7(), id, 1, title, draft, null, created_at from form;
