import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';

/** Answers of midjourney-proxy to a submission that have a name. */
const named = [0, 1, 21, 22] as const;

export function useCodeText(): (code: number) => string {
  const { t } = useTranslation('midjourney');
  return useCallback(
    (code) => {
      const known = named.find((one) => one === code);
      return known === undefined ? t('codeOther', { code }) : t(`code_${known}`);
    },
    [t],
  );
}
