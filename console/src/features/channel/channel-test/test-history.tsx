import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import type { ChannelTestView } from '@turnpike/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { codeText } from '../../../api/error-text.ts';
import { StatusDot } from '../../../ui/text/status-dot.tsx';
import { TimeText } from '../../../ui/text/time-text.tsx';
import { useFormats } from '../../../ui/text/use-formats.ts';

/** Tests that are shown before anybody asks for more. */
const FIRST = 3;

/** The last tests of a channel: time, and how long it took or why it failed. */
export function TestHistory({ tests }: { tests: readonly ChannelTestView[] }) {
  const { t } = useTranslation('channel');
  const formats = useFormats();
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? tests : tests.slice(0, FIRST);
  return (
    <>
      <Box component="ul" aria-label={t('lastTests')} sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {shown.map(({ id, time, code, duration_ms }) => (
          <li key={id}>
            <StatusDot tone={code === '' ? 'good' : 'broken'}>
              <Box component="span" sx={{ whiteSpace: 'normal' }}>
                {code === '' ? t('testPassed', { time: formats.duration(duration_ms) }) : codeText(code)}
                <Box component="span" sx={{ color: 'text.secondary' }}>
                  {' '}
                  <TimeText epochSeconds={time} />
                </Box>
              </Box>
            </StatusDot>
          </li>
        ))}
      </Box>
      {isWhole || tests.length <= FIRST ? null : (
        <Button size="small" onClick={() => setWhole(true)}>
          {t('showTests', { number: formats.number(tests.length) })}
        </Button>
      )}
    </>
  );
}
