import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useColorScheme } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import type { Language, TurnstileAction } from '@turnpike/contract';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isLoadedForTurnstile, loadTurnstile } from './turnstile-script.ts';

/** As Cloudflare names them; it has no text for Hong Kong. */
const languages: Record<Language, string> = { zh_CN: 'zh-cn', zh_HK: 'zh-tw', en_US: 'en', ja_JP: 'ja' };

interface TurnstileCheckProps {
  siteKey: string;
  action: TurnstileAction;
  /** Gets the token, and an empty text when it has expired. */
  onToken: (token: string) => void;
}

/** Cloudflare's widget. It gives one token; for another one, it is drawn anew by a new `key`. */
export function TurnstileCheck({ siteKey, action, onToken }: TurnstileCheckProps) {
  const { t, i18n } = useTranslation('turnstile');
  const { mode, systemMode } = useColorScheme();
  const theme = (mode === 'system' ? systemMode : mode) ?? 'light';
  const box = useRef<HTMLDivElement>(null);
  const [state, setState] = useState<'checking' | 'passed' | 'failed'>('checking');

  // The widget of Cloudflare lives outside React.
  useEffect(() => {
    if (!isLoadedForTurnstile()) {
      window.location.reload();
      return;
    }
    let remove = () => {};
    let isGone = false;
    const give = (next: 'checking' | 'passed' | 'failed', token = '') => {
      setState(next);
      onToken(token);
    };
    loadTurnstile().then(
      (turnstile) => {
        if (isGone || box.current === null) return;
        const id = turnstile.render(box.current, {
          ...{ sitekey: siteKey, action, theme, language: languages[i18n.language as Language] },
          callback: (token: string) => give('passed', token),
          'expired-callback': () => give('checking'),
          'error-callback': () => give('failed'),
        });
        remove = () => turnstile.remove(id);
      },
      () => give('failed'),
    );
    return () => {
      isGone = true;
      remove();
    };
  }, [siteKey, action, theme, i18n.language, onToken]);

  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <Box ref={box} sx={{ minHeight: 65 }} />
      {state === 'checking' ? (
        <Typography role="status" variant="body2" color="textSecondary">
          {t('checking')}
        </Typography>
      ) : null}
      {state === 'failed' ? (
        <Alert
          severity="warning"
          action={
            <Button color="inherit" size="small" onClick={() => window.location.reload()}>
              {t('reload')}
            </Button>
          }
        >
          {t('failed')}
        </Alert>
      ) : null}
    </Box>
  );
}
