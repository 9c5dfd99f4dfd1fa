import Box from '@mui/material/Box';
import { Tip } from '../../ui/tip.tsx';
import { type ModelNewsOf, useNewsTexts } from './model-news.ts';

/** How many models are new or gone at the provider, behind the channel's name. */
export default function ModelNewsMark({ channel }: { channel: ModelNewsOf }) {
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
