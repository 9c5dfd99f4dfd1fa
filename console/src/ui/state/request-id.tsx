import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { monospace } from '../../theme/fonts.ts';
import { CopyButton } from '../action/copy-button.tsx';

/** The id under which operators find a call again; nothing when there is none. */
export function RequestId({ id }: { id: string }) {
  const { t } = useTranslation('ui');
  if (id === '') return null;
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, minWidth: 0 }}>
      <Typography variant="caption" color="textSecondary">
        {t('requestId')}{' '}
        <Box component="span" sx={{ fontFamily: monospace }}>
          {id}
        </Box>
      </Typography>
      <CopyButton text={id} thing="request_id" label={t('copyRequestId')} />
    </Box>
  );
}
