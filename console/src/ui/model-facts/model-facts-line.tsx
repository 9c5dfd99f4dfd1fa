import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { useModelFacts } from '../../api/model-facts.ts';
import { ModelSourceText } from './model-source.tsx';
import { useModelFactsText } from './use-model-facts-text.ts';

/** One line on a model next to its name; nothing where it is not known. */
export function ModelFactsLine({ model }: { model: string }) {
  const { t } = useTranslation('model-facts');
  const facts = useModelFacts().get(model);
  const { contextOf, abilitiesOf, sourceOf } = useModelFactsText();
  if (facts === undefined) return null;
  const context = contextOf(facts);
  const text = [context === '' ? '' : t('contextTokens', { tokens: context }), abilitiesOf(facts)]
    .filter((part) => part !== '')
    .join(' · ');
  return (
    <Typography
      variant="caption"
      color="textSecondary"
      title={t('sourceTitle', { source: sourceOf(facts) })}
      sx={{ minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: { sm: 'nowrap' } }}
    >
      {text} <ModelSourceText facts={facts} />
    </Typography>
  );
}
