import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ChannelEdit, ChannelView } from '@turnpike/contract';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { codeText } from '../../../api/error-text.ts';

export interface PreviewedEdit {
  channel: ChannelView;
  edit: ChannelEdit;
}

interface EditPreviewProps {
  edits: readonly PreviewedEdit[];
  /** The values of a channel before and after. */
  change: (channel: ChannelView, after: string) => ReactNode;
}

/** The changes of an edit of many channels, then the channels that stay as they are, with the reasons. */
export function EditPreview({ edits, change }: EditPreviewProps) {
  const { t } = useTranslation('channel-edit');
  const changed = edits.flatMap(({ channel, edit }) =>
    'after' in edit ? [{ channel, text: change(channel, edit.after) }] : [],
  );
  const left = edits.flatMap(({ channel, edit }) =>
    'left' in edit ? [{ channel, text: codeText(edit.left) }] : [],
  );
  return (
    <Box aria-live="polite" sx={{ display: 'grid', gap: 4 }}>
      <PreviewList title={t('changedCount', { count: changed.length })} rows={changed} />
      <PreviewList title={t('leftCount', { count: left.length })} rows={left} isQuiet />
    </Box>
  );
}

interface PreviewListProps {
  title: string;
  rows: readonly { channel: ChannelView; text: ReactNode }[];
  isQuiet?: boolean;
}

function PreviewList({ title, rows, isQuiet = false }: PreviewListProps) {
  const titleId = useId();
  if (rows.length === 0) return null;
  return (
    <div>
      <Typography id={titleId} variant="body2" sx={{ fontWeight: 600, mb: 1 }}>
        {title}
      </Typography>
      <Box
        component="ul"
        aria-labelledby={titleId}
        sx={{ m: 0, p: 0, listStyle: 'none', border: 1, borderColor: 'divider', borderRadius: '8px' }}
      >
        {rows.map(({ channel, text }) => (
          <Box
            component="li"
            key={channel.id}
            sx={{
              ...{ px: 3, py: 2, display: 'grid', columnGap: 3, fontSize: '0.8125rem' },
              gridTemplateColumns: { xs: '1fr', sm: 'minmax(0, 2fr) minmax(0, 3fr)' },
              '& + &': { borderTop: 1, borderColor: 'divider' },
              ...(isQuiet && { color: 'text.secondary' }),
            }}
          >
            <Box component="span" sx={{ overflowWrap: 'anywhere' }}>
              {channel.name}
            </Box>
            <Box component="span" sx={{ overflowWrap: 'anywhere' }}>
              {text}
            </Box>
          </Box>
        ))}
      </Box>
    </div>
  );
}
