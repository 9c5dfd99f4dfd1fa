import { type OptionKey, type OptionRule, optionCatalogue, optionIssue } from '@turnpike/contract';
import { type FieldError, GatewayError } from '../../platform/gateway-error.ts';
import { parseProxy } from '../../platform/net/proxy-address.ts';

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

/** Codes with the path of a member after the bar. */
const namesMember = ['option.wrong_member', 'option.fallbacks_of'];

/** The models of a loop in fallback lists, as `a → b → a`; undefined where there is none. */
export function loopOf({ key, value }: OptionChange): string | undefined {
  const [code, loop] = optionIssue(ruleOf(key), value)?.split('|', 2) ?? [];
  return code === 'option.fallbacks_lead_back' ? loop : undefined;
}

/** The problem of a value by its own rule, under the option's key or the path of a member (`ChatLinks.1.url`). */
export function issueOf({ key, value }: OptionChange): FieldError | undefined {
  const [code, detail] = optionIssue(ruleOf(key), value)?.split('|', 2) ?? [];
  const isProxy = key === 'TelegramProxy' || key === 'ChatImageRequestProxy';
  if (isProxy && value !== '' && parseProxy(value) === null)
    return { field: key, code: 'channel.proxy_invalid' };
  if (code === undefined) return undefined;
  return { field: namesMember.includes(code) ? `${key}.${detail}` : key, code };
}
