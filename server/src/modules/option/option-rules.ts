import { GatewayError } from '../../platform/gateway-error.ts';
import { type OptionKey, type OptionRule, optionCatalogue } from './option-catalogue.ts';

/** @throws option.unknown */
export function toOptionKey(key: string): OptionKey {
  if (!Object.hasOwn(optionCatalogue, key)) throw new GatewayError('option.unknown');
  return key as OptionKey;
}

export const ruleOf = (key: OptionKey): OptionRule => optionCatalogue[key];

/** @throws option.invalid, naming the field `value` */
export function assertFits(key: OptionKey, value: string): void {
  if (!fits(ruleOf(key), value)) throw invalidOption();
}

export const invalidOption = () =>
  new GatewayError('option.invalid', {}, { fields: [{ field: 'value', code: 'option.invalid' }] });

function fits({ kind, choices, min = 0, max = 0 }: OptionRule, value: string): boolean {
  if (choices !== undefined) return choices.includes(value);
  switch (kind) {
    case 'text':
      return true;
    case 'flag':
      return value === 'true' || value === 'false';
    case 'json':
      return isJsonObject(value);
    case 'whole':
      return /^\d{1,16}$/.test(value) && Number(value) >= min && Number(value) <= max;
    case 'number':
      return /^\d{1,12}(\.\d{1,9})?$/.test(value) && Number(value) >= min && Number(value) <= max;
  }
}

function isJsonObject(text: string): boolean {
  if (text === '') return true;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}
