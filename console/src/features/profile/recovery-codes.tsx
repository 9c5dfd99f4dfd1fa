import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import { CodeBlock } from '../../ui/text/code-block.tsx';

/** Recovery codes, which are shown once. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const { t } = useTranslation('profile');
  const text = codes.join('\n');
  return (
    <>
      <Alert severity="warning">{t('recoveryOnce')}</Alert>
      <CodeBlock label={t('recoveryCodes')} code={text} />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', justifyContent: 'flex-end', gap: 2 }}>
        <Button
          variant="outlined"
          component="a"
          download="recovery-codes.txt"
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(`${text}\n`)}`}
        >
          {t('downloadCodes')}
        </Button>
        <Button variant="contained" onClick={onDone}>
          {t('codesKept')}
        </Button>
      </Box>
    </>
  );
}
