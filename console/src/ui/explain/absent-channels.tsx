import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { Explanation } from '@turnpike/contract';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { OutsideLink } from '../action/text-link.tsx';

/** Channels that list the model and are no candidates. */
export function AbsentChannels({ absent }: { absent: Explanation['absent'] }) {
  const { t } = useTranslation('explain');
  const titleId = useId();
  return (
    <Box>
      <Typography id={titleId} variant="h3" sx={{ mb: 2 }}>
        {t('absent', { count: absent.length })}
      </Typography>
      <Box
        component="ul"
        aria-labelledby={titleId}
        sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 1 }}
      >
        {absent.map(({ channel_id: id, channel_name: name, reason }) => (
          <Box component="li" key={id} sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 3 }}>
            <OutsideLink href={`/panel/channel?open=${id}`}>{name}</OutsideLink>
            <Box component="span" sx={{ color: 'text.secondary' }}>
              {t(`absent_${reason}`)}
            </Box>
          </Box>
        ))}
      </Box>
    </Box>
  );
}
