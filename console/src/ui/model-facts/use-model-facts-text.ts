import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { ModelFacts } from '../../api/model-facts.ts';
import { useFormats } from '../text/use-formats.ts';

/** Facts about a model in words; may be empty. */
export function useModelFactsText() {
  const { t } = useTranslation('model-facts');
  const formats = useFormats();
  return useMemo(
    () => ({
      /** Tokens that it takes in, and gives at most. */
      contextOf: ({ context, max_output }: ModelFacts): string =>
        context === undefined
          ? ''
          : max_output === undefined
            ? formats.compact(context)
            : t('inputToOutput', { input: formats.compact(context), output: formats.compact(max_output) }),
      abilitiesOf: ({ kind, abilities = [] }: ModelFacts): string =>
        [...(kind === 'chat' ? [] : [t(`kind_${kind}`)]), ...abilities.map((name) => t(`can_${name}`))].join(
          ' · ',
        ),
      sourceOf: ({ source: { page, lists, date } }: ModelFacts): string =>
        [page === '' ? '' : new URL(page).hostname, ...lists, date].filter((part) => part !== '').join(' · '),
    }),
    [t, formats],
  );
}
