/**
 * Texts by namespace. Each feature adds its own next to its description, so that keys are checked:
 * `declare module '../../i18n/texts.ts' { interface Texts { token: typeof texts } }`.
 */
// biome-ignore lint/suspicious/noEmptyInterface: features extend it
export interface Texts {}

/** Type of a language file: every key of the Simplified Chinese file, and no other. */
export type TextsOf<Type> = Record<keyof Type, string>;
