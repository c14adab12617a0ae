/** Words of body, health and food in each language of the product, which no lock screen and no mail server may see. */
export const HEALTH_WORDS = new RegExp(
  [
    "pain|(?<!co)ache|hurt|injur|\\bill(?:ness)?\\b|sick|disease|diagnos|symptom|medic|drug|pill|dose|side effect",
    "supplement|vitamin|allerg|pregnan|blood|heart|sleep|stress|mental|depress|weight|\\bfat\\b|bmi",
    "calor|diet|nutrition|food|meal|\\beat|drink|alcohol|smok|\\bhabit|workout|exercise|training|\\bbody",
    "health|therap|doctor|surger|body measure",
    "schmerz|verletz|krank|diagnose|symptom|medikament|tablette|dosis|nebenwirkung|nahrungserg",
    "allergi|schwanger|blut|\\bherz|schlaf|psych|depressi|gewicht|kalori|diät|ernähr|\\bessen|mahlzeit",
    "trink|alkohol|\\brauch|gewohnheit|übung|training|körper|gesund|therapie|\\barzt|operation",
  ].join("|"),
  "i",
);

/** The questions of a form are private too. */
export const QUESTION_WORDS = /question|frage/i;
