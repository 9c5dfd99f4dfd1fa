/** Type of a language file: every key of the Simplified Chinese file, and no other. */
export type TextsOf<Type> = Record<keyof Type, string>;
