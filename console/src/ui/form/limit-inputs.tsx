import { useTranslation } from 'react-i18next';
import { spaceAfter } from '../../i18n/close-up.ts';
import { TextInput } from './text-input.tsx';

/** Limits of calls that a key, account, channel or group may have. */
export function LimitInputs({ hasRequests = true }: { hasRequests?: boolean }) {
  const { t } = useTranslation('ui');
  return (
    <>
      {hasRequests ? (
        <TextInput name="requests_per_minute" label={t('limitRequests')} hint={t('limitNone')} isNumber />
      ) : null}
      <TextInput
        name="tokens_per_minute"
        label={t('limitTokens')}
        hint={spaceAfter(t('limitTokensHint')) + t('limitNone')}
        isNumber
      />
      <TextInput name="parallel_calls" label={t('limitParallel')} hint={t('limitNone')} isNumber />
    </>
  );
}
