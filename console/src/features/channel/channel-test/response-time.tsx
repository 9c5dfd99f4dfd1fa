import Box from '@mui/material/Box';
import type { ChannelView } from '@turnpike/contract';
import { useTranslation } from 'react-i18next';
import { codeText } from '../../../api/error-text.ts';
import { Tip } from '../../../ui/overlay/tip.tsx';
import { useFormats } from '../../../ui/text/use-formats.ts';

/** Milliseconds of the last test, or that it failed or was not possible, and why; slow ones and failed tests are coloured. */
export function ResponseTime({ channel }: { channel: ChannelView }) {
  const { t } = useTranslation('channel');
  const formats = useFormats();
  if (channel.test_time === 0) {
    return (
      <Box component="span" sx={{ color: 'text.secondary' }}>
        {t('untested')}
      </Box>
    );
  }
  const when = t('testedAt', { time: formats.zonedTime(channel.test_time) });
  const why = channel.test_error && codeText(channel.test_error);
  const tip = why ? `${why} ${when}` : when;
  const isTestable = channel.test_error !== 'channel.test_model_required';
  return (
    <Tip text={tip}>
      {channel.response_time === 0 ? (
        <Box
          component="span"
          aria-label={`${t(isTestable ? 'testFailed' : 'untestable')}: ${tip}`}
          sx={{ color: isTestable ? 'error.main' : 'warning.main' }}
        >
          {t(isTestable ? 'testFailed' : 'untestable')}
        </Box>
      ) : (
        <Box component="span" sx={{ color: channel.response_time > 5000 ? 'warning.main' : 'inherit' }}>
          {formats.duration(channel.response_time)}
        </Box>
      )}
    </Tip>
  );
}
