import type { TFunction } from 'i18next';
import { i18n } from '../../i18n/i18n.ts';

interface Issue {
  code?: string;
  message?: string | undefined;
  origin?: string | undefined;
  minimum?: number | bigint | undefined;
  maximum?: number | bigint | undefined;
  format?: string | undefined;
  input?: unknown;
}

/**
 * Names what a form rule of the contract found, as `code` or `code|limit`; rules with a name of their own
 * (`channel.wildcard_not_last`) keep it.
 */
export function fieldIssue(issue: Issue): string {
  const isText = issue.origin === 'string' || issue.origin === 'array';
  switch (issue.code) {
    case 'too_small':
      if (isText) return Number(issue.minimum) <= 1 ? 'field.required' : `field.too_short|${issue.minimum}`;
      return `field.too_small|${issue.minimum}`;
    case 'too_big':
      return `${isText ? 'field.too_long' : 'field.too_big'}|${issue.maximum}`;
    case 'invalid_type':
      if (issue.input === undefined || issue.input === null) return 'field.required';
      return issue.format === 'safeint' ? 'field.not_whole' : 'field.not_a_number';
    case 'invalid_format':
      return issue.format === 'email' ? 'field.email' : 'field.invalid';
    default:
      return 'field.invalid';
  }
}

/** Codes that the server may send without the limit which our own sentences name. */
const withoutLimit: Record<string, string> = { too_small: 'below_limit', too_big: 'above_limit' };

/** The sentence below a field, for our own codes and for those that the server sends. */
export function fieldText(message: string): string {
  const t = i18n.getFixedT(null, 'api') as TFunction<'api'>;
  const [code = '', limit] = message.split('|');
  const name = limit === undefined ? (withoutLimit[code] ?? code) : code;
  const key = [code, `field.${name}`].find((one) => i18n.exists(`api:${one}`));
  return t((key ?? 'field.invalid') as 'field.too_long', { limit });
}
