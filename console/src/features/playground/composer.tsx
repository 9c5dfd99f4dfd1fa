import PictureIcon from '@mui/icons-material/AddPhotoAlternateOutlined';
import SendIcon from '@mui/icons-material/SendOutlined';
import StopIcon from '@mui/icons-material/StopOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import OutlinedInput from '@mui/material/OutlinedInput';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { PLAYGROUND_TOKEN } from '@turnpike/contract';
import { type ClipboardEvent, type KeyboardEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useIsAdmin } from '../../api/own-role.ts';
import { ExplainButton } from '../../ui/explain/explain-button.tsx';
import type { ExplainStart } from '../../ui/explain/explain-start.ts';
import { Tip } from '../../ui/overlay/tip.tsx';
import { AttachedPictures } from './attached-pictures.tsx';
import { toRequest } from './chat-stream.ts';
import { pictureTypes } from './picture-files.ts';
import { playgroundTokenQuery } from './playground-api.ts';
import { QuestionPrice } from './question-price.tsx';
import { isTouch, sendKeys } from './send-keys.ts';
import { useAttachedPictures } from './use-attached-pictures.ts';
import type { Question } from './use-conversation.ts';

interface ComposerProps extends Pick<Question, 'model' | 'said'> {
  isStreaming: boolean;
  onSend: (text: string, pictures: readonly string[]) => void;
  onStop: () => void;
}

export function Composer({ isStreaming, model, said, onSend, onStop }: ComposerProps) {
  const { t } = useTranslation('playground');
  const [text, setText] = useState('');

  const { pictures, ...attached } = useAttachedPictures();
  const files = useRef<HTMLInputElement>(null);
  const isAdmin = useIsAdmin();
  const token = useQuery({ ...playgroundTokenQuery, enabled: false }).data;
  const isEmpty = text.trim() === '' && pictures.length === 0;

  function send() {
    if (isEmpty || isStreaming) return;
    onSend(
      text.trim(),
      pictures.map(({ address }) => address),
    );
    setText('');
    attached.clear();
  }

  /** The call that `send` would make. */
  function explained(): ExplainStart {
    const addresses = pictures.map(({ address }) => address);
    const question = { role: 'user' as const, content: text.trim(), pictures: addresses };
    return {
      ...(token && { key: { id: token.id, name: PLAYGROUND_TOKEN } }),
      body: toRequest(model, [...said, ...(isEmpty ? [] : [question])]),
    };
  }

  function onPaste(event: ClipboardEvent) {
    const pasted = [...event.clipboardData.files];
    if (pasted.length === 0) return;
    event.preventDefault();
    void attached.add(pasted);
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.nativeEvent.isComposing) return;
    event.preventDefault();
    send();
  }

  return (
    <Box sx={{ p: 3, borderTop: 1, borderColor: 'divider' }}>
      <Box sx={{ maxWidth: 860, mx: 'auto', display: 'grid', gap: 1 }}>
        <AttachedPictures pictures={pictures} onRemove={attached.remove} />
        <input
          ref={files}
          type="file"
          hidden
          multiple
          accept={pictureTypes.join(',')}
          onChange={({ target }) => {
            void attached.add([...(target.files ?? [])]);
            // The same picture may be chosen again.
            target.value = '';
          }}
        />
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
            onPaste={onPaste}
            startAdornment={
              <Tip text={t('attach')}>
                <IconButton
                  aria-label={t('attach')}
                  onClick={() => files.current?.click()}
                  sx={{ alignSelf: 'flex-end', ml: -2, mr: 1 }}
                >
                  <PictureIcon fontSize="small" />
                </IconButton>
              </Tip>
            }
            inputProps={{
              'aria-label': t('message'),
              'aria-describedby': isTouch ? undefined : 'composer-hint',
            }}
          />
          {isAdmin && token ? <ExplainButton label={t('explain')} start={explained} isIcon /> : null}
          {isStreaming ? (
            <Button variant="outlined" startIcon={<StopIcon />} onClick={onStop} sx={{ flex: 'none' }}>
              {t('stop')}
            </Button>
          ) : (
            <Button
              variant="contained"
              startIcon={<SendIcon />}
              disabled={isEmpty}
              onClick={send}
              sx={{ flex: 'none' }}
            >
              {t('send')}
            </Button>
          )}
        </Box>
        <Box sx={{ display: 'flex', justifyContent: 'space-between', gap: 2, flexWrap: 'wrap' }}>
          {sendKeys === undefined ? null : (
            <Typography id="composer-hint" variant="caption" color="textSecondary">
              {t('sendHint', { keys: sendKeys })}
            </Typography>
          )}
          <QuestionPrice
            model={model}
            said={said}
            text={text.trim()}
            pictures={pictures.map(({ address }) => address)}
          />
        </Box>
      </Box>
    </Box>
  );
}
