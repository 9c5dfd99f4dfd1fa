import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import NativeSelect from '@mui/material/NativeSelect';
import OutlinedInput from '@mui/material/OutlinedInput';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useModelFacts } from '../../api/model-facts.ts';
import { ModelFactsLine } from '../../ui/model-facts/model-facts-line.tsx';
import { useFormats } from '../../ui/text/use-formats.ts';
import { ChatTurn } from './chat-turn.tsx';
import { Composer } from './composer.tsx';
import { FirstQuestions } from './first-questions.tsx';
import { useConversation } from './use-conversation.ts';

interface ChatPanelProps {
  tokenKey: string;
  model: string;
  models: readonly string[];
  onModelChange: (model: string) => void;
}

export function ChatPanel({ tokenKey, model, models, onModelChange }: ChatPanelProps) {
  const { t } = useTranslation('playground');
  const conversation = useConversation(tokenKey, model);
  const { turns, isStreaming } = conversation;
  const facts = useModelFacts();
  const formats = useFormats();
  return (
    <>
      <Box
        sx={{
          display: 'flex',
          flexWrap: { xs: 'wrap', sm: 'nowrap' },
          alignItems: 'center',
          gap: 2,
          p: 3,
          borderBottom: 1,
          borderColor: 'divider',
        }}
      >
        <NativeSelect
          input={<OutlinedInput />}
          value={model}
          onChange={(event) => onModelChange(event.target.value)}
          inputProps={{ 'aria-label': t('model') }}
          sx={{ minWidth: 0, maxWidth: 320 }}
        >
          {models.map((name) => {
            const context = facts.get(name)?.context;
            return (
              <option key={name} value={name}>
                {context === undefined ? name : `${name} · ${formats.compact(context)}`}
              </option>
            );
          })}
        </NativeSelect>
        {/* Below the choice on phones. */}
        <Box sx={{ flex: { xs: '1 0 100%', sm: 1 }, order: { xs: 1, sm: 0 }, minWidth: 0, display: 'flex' }}>
          <Suspense>
            <ModelFactsLine model={model} />
          </Suspense>
        </Box>
        <Button
          variant="text"
          disabled={turns.length === 0}
          onClick={conversation.clear}
          sx={{ ml: 'auto', flex: 'none' }}
        >
          {t('clear')}
        </Button>
      </Box>
      {/* The reversed column keeps the newest words in sight while they arrive. */}
      <Box
        tabIndex={0}
        role="log"
        aria-label={t('conversation')}
        aria-busy={isStreaming}
        sx={{ flex: 1, minHeight: 0, overflow: 'auto', display: 'flex', flexDirection: 'column-reverse' }}
      >
        <Box
          sx={{
            py: { xs: 4, sm: 5 },
            px: { xs: 4, sm: 3 },
            display: 'grid',
            gap: 6,
            mb: 'auto',
            width: '100%',
            maxWidth: 860,
            mx: 'auto',
          }}
        >
          {turns.length === 0 ? <FirstQuestions onChoose={conversation.send} /> : null}
          {turns.map((turn) => (
            <ChatTurn key={turn.id} turn={turn} />
          ))}
        </Box>
      </Box>
      <Composer
        isStreaming={isStreaming}
        model={model}
        said={conversation.said}
        onSend={conversation.send}
        onStop={conversation.stop}
      />
    </>
  );
}
