import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import { spaceAfter } from '../../../i18n/close-up.ts';
import { Tip } from '../../../ui/overlay/tip.tsx';
import { listed, type ModelNewsOf } from './model-news.ts';

/** How many models are new or gone at the provider, behind the channel's name. */
export function ModelNewsMark({ channel }: { channel: ModelNewsOf }) {
  const { t } = useTranslation('channel');
  const { models_added: added, models_missing: missing } = channel;
  const news = [
    { sign: '+', models: added, key: 'newsAddedCount' },
    { sign: '−', models: missing, key: 'newsMissingCount' },
  ] as const;
  const shown = news.filter(({ models }) => models.length > 0);
  if (shown.length === 0) return null;
  const text = shown.map(({ key, models }) => t(key, { count: models.length, models: listed(models) }));
  return (
    <Tip text={text.map(spaceAfter).join('').trimEnd()}>
      <Box
        component="span"
        role="img"
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
        {shown.map(({ sign, models }) => `${sign}${models.length}`).join(' ')}
      </Box>
    </Tip>
  );
}
