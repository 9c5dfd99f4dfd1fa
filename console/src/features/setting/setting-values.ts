import {
  type OptionKey,
  type OptionRule,
  optionCatalogue,
  optionIssue,
  optionSections,
} from '@turnpike/contract';
import { z } from 'zod';

export type SettingValue = string | number | boolean;
export type SettingValues = Record<string, SettingValue>;

const shownKeys: readonly OptionKey[] = optionSections.flatMap(({ options }) =>
  options.map(({ key }) => key),
);

export const ruleOf = (key: OptionKey): OptionRule => optionCatalogue[key];

/** Form values of the texts that the server stores. */
export function toFormValues(stored: Record<string, string>): SettingValues {
  return Object.fromEntries(
    shownKeys.map((key) => [key, fromText(ruleOf(key), stored[key] ?? ruleOf(key).initial)]),
  );
}

function fromText({ kind }: OptionRule, text: string): SettingValue {
  if (kind === 'flag') return text === 'true';
  return kind === 'whole' || kind === 'number' ? Number(text) : text;
}

/** The form after a save: a secret that was stored is not shown. */
export const withoutSecrets = (values: SettingValues): SettingValues =>
  Object.fromEntries(
    Object.entries(values).map(([key, value]) => [key, ruleOf(key as OptionKey).isSecret ? '' : value]),
  );

/** Options whose value differs from what is stored. */
export function changedOptions(
  values: SettingValues,
  stored: SettingValues,
): { key: OptionKey; value: string }[] {
  return shownKeys
    .filter((key) => values[key] !== stored[key])
    .map((key) => ({ key, value: String(values[key]) }));
}

/** The catalogue's rules for the values of the form. */
export const settingSchema = z.record(z.string(), z.any()).superRefine((values, context) => {
  for (const key of shownKeys) {
    const value = values[key];
    const issue = optionIssue(
      ruleOf(key),
      typeof value === 'number' && Number.isNaN(value) ? '' : String(value),
    );
    if (issue !== undefined) {
      context.addIssue({
        code: 'custom',
        path: [key],
        message: issue.includes('.') ? issue : `field.${issue}`,
      });
    }
  }
});
