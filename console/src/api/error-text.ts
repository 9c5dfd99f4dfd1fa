import { vendorSaid } from '@turnpike/contract';
import type { TFunction } from 'i18next';
import { spaceAfter } from '../i18n/close-up.ts';
import { i18n } from '../i18n/i18n.ts';
import { ApiError } from './api-error.ts';

const translate = () => i18n.getFixedT(null, 'api') as TFunction<'api'>;

/** The error in the reader's language; an unknown code falls back to the server's own sentence. */
export function errorText(error: unknown): string {
  const t = translate();
  if (!(error instanceof ApiError)) return t('gateway.internal');
  const key = `api:${error.code}`;
  if (error.code !== '' && i18n.exists(key)) {
    const [, ...words] = error.message.split(vendorSaid);
    // A vendor's own words name the cause more closely than a code can.
    return words.length === 0
      ? t(error.code, { status: error.status })
      : spaceAfter(t(error.code)) + t('vendorSaid', { words: words.join(vendorSaid) });
  }
  return error.message || t('gateway.internal');
}

/** As `errorText`, for a code alone: a log row's `error_code`, an attempt's `code`. */
export function codeText(code: string): string {
  return i18n.exists(`api:${code}`) ? translate()(code as 'gateway.internal') : code;
}

export const requestIdOf = (error: unknown): string => (error instanceof ApiError ? error.requestId : '');
