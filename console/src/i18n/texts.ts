/** What a language file must hold: every key of the Simplified Chinese file, and no other. */
export type TextsOf<Type> = Record<keyof Type, string>;
