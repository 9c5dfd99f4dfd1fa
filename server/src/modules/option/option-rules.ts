import { type OptionKey, type OptionRule, optionCatalogue, optionIssue } from '@turnpike/contract';
import { type FieldError, GatewayError } from '../../platform/gateway-error.ts';

export interface OptionChange {
  key: OptionKey;
  value: string;
}

/** @throws option.unknown */
export function toOptionKey(key: string): OptionKey {
  if (!Object.hasOwn(optionCatalogue, key)) throw new GatewayError('option.unknown');
  return key as OptionKey;
}

export const ruleOf = (key: OptionKey): OptionRule => optionCatalogue[key];

/** @param fields what is wrong, each under the option's key */
export const invalidOption = (fields: FieldError[]) => new GatewayError('option.invalid', {}, { fields });

/** What is wrong with a value by its rule alone. */
export function issueOf({ key, value }: OptionChange): string | undefined {
  return optionIssue(ruleOf(key), value)?.split('|', 1)[0];
}
