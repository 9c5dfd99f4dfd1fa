import Box from '@mui/material/Box';
import type { LogView } from '@turnpike/contract';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../ui/text/use-formats.ts';

/** How long a call took and, where it was streamed, when its first token came. */
export function CallTimes({ row }: { row: LogView }) {
  const { t } = useTranslation('log');
  const formats = useFormats();
  const first = row.metadata?.first_response;
  return (
    <>
      {formats.duration(row.request_time)}
      {first === undefined ? null : (
        <Box component="span" sx={{ color: 'text.secondary' }} title={t('firstToken')}>
          {' / '}
          {formats.duration(first)}
        </Box>
      )}
    </>
  );
}
