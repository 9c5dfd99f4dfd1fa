import Box from '@mui/material/Box';
import type { ChannelView } from '@turnpike/contract';
import { useTranslation } from 'react-i18next';
import { Tip } from '../../ui/tip.tsx';

export type ModelNewsOf = Pick<ChannelView, 'models_added' | 'models_missing'>;

const MAX_NAMED = 10;
const listed = (names: readonly string[]): string =>
  names.length > MAX_NAMED ? `${names.slice(0, MAX_NAMED).join(', ')}, …` : names.join(', ');

/** What the provider has listed or dropped since somebody looked, in words; empty where there is nothing. */
export function useNewsTexts({ models_added: added, models_missing: missing }: ModelNewsOf): string[] {
  const { t } = useTranslation('channel');
  return [
    added.length > 0 ? t('newsAdded', { models: listed(added) }) : '',
    missing.length > 0 ? t('newsMissing', { models: listed(missing) }) : '',
  ].filter((text) => text !== '');
}

/** How many models are new or gone at the provider, behind the channel's name. */
export function ModelNews({ channel }: { channel: ModelNewsOf }) {
  const { models_added: added, models_missing: missing } = channel;
  const texts = useNewsTexts(channel);
  if (texts.length === 0) return null;
  const counts = [added.length > 0 ? `+${added.length}` : '', missing.length > 0 ? `−${missing.length}` : ''];
  return (
    <Tip text={texts.join(' ')}>
      <Box
        component="span"
        className="tabular"
        sx={{
          ml: 2,
          px: 1,
          borderRadius: '6px',
          border: 1,
          borderColor: 'divider',
          typography: 'caption',
          color: missing.length > 0 ? 'warning.main' : 'text.secondary',
        }}
      >
        {counts.filter((count) => count !== '').join(' ')}
      </Box>
    </Tip>
  );
}
