import type { TaxonomyType } from "./vocabulary.ts";

/** Initial taxonomy: our key, its labels, and the known labels of providers. */
export type TaxonomySeed = {
  readonly key: string;
  readonly en: string;
  readonly de: string;
  /** Normalised provider labels that are mapped to it without a person's decision. */
  readonly known: readonly string[];
};

const node = (key: string, en: string, de: string, ...known: string[]): TaxonomySeed => ({
  key,
  en,
  de,
  known: [key.replaceAll("_", " "), ...known],
});

export const TAXONOMY_SEED = {
  muscle_group: [
    node("chest", "Chest", "Brust", "pectoralis major"),
    node(
      "back",
      "Back",
      "Rücken",
      "lats",
      "latissimus dorsi",
      "middle back",
      "upper back",
      "lower back",
      "trapezius",
    ),
    node("shoulders", "Shoulders", "Schultern", "anterior deltoid", "delts"),
    node("biceps", "Biceps", "Bizeps", "biceps brachii", "brachialis"),
    node("triceps", "Triceps", "Trizeps", "triceps brachii"),
    node("forearms", "Forearms", "Unterarme"),
    node("quads", "Quads", "Oberschenkel vorn", "quadriceps", "quadriceps femoris"),
    node("hamstrings", "Hamstrings", "Oberschenkel hinten", "biceps femoris"),
    node("glutes", "Glutes", "Gesäß", "gluteus maximus"),
    node("calves", "Calves", "Waden", "gastrocnemius", "soleus"),
    node(
      "core",
      "Core",
      "Rumpf",
      "abs",
      "abdominals",
      "rectus abdominis",
      "obliquus externus abdominis",
      "serratus anterior",
    ),
    node("full_body", "Full body", "Ganzkörper"),
  ],
  equipment: [
    node("barbell", "Barbell", "Langhantel"),
    node("dumbbell", "Dumbbell", "Kurzhantel"),
    node("kettlebell", "Kettlebell", "Kettlebell", "kettlebells"),
    node(
      "bodyweight",
      "Bodyweight",
      "Körpergewicht",
      "body only",
      "none (bodyweight exercise)",
      "none",
    ),
    node("cable", "Cable", "Kabelzug"),
    node("machine", "Machine", "Maschine"),
    node("band", "Band", "Band", "bands", "resistance band"),
    node("bench", "Bench", "Bank", "incline bench"),
    node("ez_bar", "EZ bar", "SZ-Stange", "sz bar", "ez curl bar", "e-z curl bar"),
    node("medicine_ball", "Medicine ball", "Medizinball"),
    node("exercise_ball", "Exercise ball", "Gymnastikball", "swiss ball"),
    node("pull_up_bar", "Pull-up bar", "Klimmzugstange"),
    node("foam_roller", "Foam roller", "Faszienrolle", "foam roll"),
    node("mat", "Mat", "Matte", "gym mat"),
  ],
  exercise_type: [
    node("strength", "Strength", "Kraft"),
    node("yoga", "Yoga", "Yoga"),
    node("stretching", "Stretching", "Dehnen"),
    node("cardio", "Cardio", "Ausdauer"),
    node("plyometric", "Plyometric", "Sprungkraft", "plyometrics"),
    node("calisthenics", "Calisthenics", "Calisthenics"),
    node("warmup", "Warm-up", "Aufwärmen", "warm up"),
    node("cooldown", "Cool-down", "Abwärmen", "cool down"),
    node("balance", "Balance", "Gleichgewicht"),
    node("mobility", "Mobility", "Beweglichkeit"),
    node("isometric", "Isometric", "Isometrisch"),
    node("rehabilitation", "Rehabilitation", "Rehabilitation", "rehab"),
    node("functional", "Functional", "Funktionell"),
    node("core", "Core", "Rumpf"),
    node("hiit", "HIIT", "HIIT"),
  ],
  difficulty: [
    node("beginner", "Beginner", "Einsteiger"),
    node("intermediate", "Intermediate", "Fortgeschritten"),
    node("advanced", "Advanced", "Profi", "expert"),
  ],
} as const satisfies Record<TaxonomyType, readonly TaxonomySeed[]>;
