import SendIcon from '@mui/icons-material/SendOutlined';
import StopIcon from '@mui/icons-material/StopOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import OutlinedInput from '@mui/material/OutlinedInput';
import Typography from '@mui/material/Typography';
import { type KeyboardEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';

interface ComposerProps {
  isStreaming: boolean;
  onSend: (text: string) => void;
  onStop: () => void;
}

/** A focused field would open the keyboard over the conversation. */
const isTouch = window.matchMedia('(pointer: coarse)').matches;
const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent);

export function Composer({ isStreaming, onSend, onStop }: ComposerProps) {
  const { t } = useTranslation('playground');
  const [text, setText] = useState('');

  function send() {
    if (text.trim() === '' || isStreaming) return;
    onSend(text.trim());
    setText('');
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.nativeEvent.isComposing) return;
    event.preventDefault();
    send();
  }

  return (
    <Box sx={{ p: 3, borderTop: 1, borderColor: 'divider' }}>
      <Box sx={{ maxWidth: 860, mx: 'auto', display: 'grid', gap: 1 }}>
        <Box sx={{ display: 'flex', gap: 2, alignItems: 'flex-end' }}>
          <OutlinedInput
            multiline
            autoFocus={!isTouch}
            minRows={2}
            maxRows={8}
            fullWidth
            value={text}
            placeholder={t('message')}
            onChange={(event) => setText(event.target.value)}
            onKeyDown={onKeyDown}
            inputProps={{
              'aria-label': t('message'),
              'aria-describedby': isTouch ? undefined : 'composer-hint',
            }}
          />
          {isStreaming ? (
            <Button variant="outlined" startIcon={<StopIcon />} onClick={onStop} sx={{ flex: 'none' }}>
              {t('stop')}
            </Button>
          ) : (
            <Button
              variant="contained"
              startIcon={<SendIcon />}
              disabled={text.trim() === ''}
              onClick={send}
              sx={{ flex: 'none' }}
            >
              {t('send')}
            </Button>
          )}
        </Box>
        {isTouch ? null : (
          <Typography id="composer-hint" variant="caption" color="textSecondary">
            {t('sendHint', { keys: isMac ? '⌘ Enter' : 'Ctrl + Enter' })}
          </Typography>
        )}
      </Box>
    </Box>
  );
}
