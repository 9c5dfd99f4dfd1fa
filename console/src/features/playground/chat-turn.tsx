import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { errorText, requestIdOf } from '../../api/error-text.ts';
import { LazyMarkdown } from '../../ui/lazy-markdown.tsx';
import { RequestId } from '../../ui/request-id.tsx';
import { AnswerCost } from './answer-cost.tsx';
import type { Turn } from './use-conversation.ts';

export function ChatTurn({ turn }: { turn: Turn }) {
  const { t } = useTranslation('playground');
  if (turn.role === 'user') {
    return (
      <Box
        sx={{
          justifySelf: 'end',
          maxWidth: '85%',
          bgcolor: 'action.selected',
          borderRadius: '12px',
          px: 4,
          py: 2,
          whiteSpace: 'pre-wrap',
        }}
      >
        {turn.content}
      </Box>
    );
  }
  const isStreaming = turn.state === 'streaming';
  return (
    <Box
      component="article"
      aria-label={t('answerOf', { model: turn.model })}
      sx={{ display: 'grid', gap: 2, minWidth: 0 }}
    >
      <Typography variant="caption" color="textSecondary">
        {turn.model}
      </Typography>
      {turn.content === '' && isStreaming ? (
        <Typography color="textSecondary">{t('waiting')}</Typography>
      ) : (
        <LazyMarkdown text={turn.content} />
      )}
      {turn.state === 'failed' ? (
        <Alert severity="error" role="alert">
          {errorText(turn.error)}
          <RequestId id={requestIdOf(turn.error) || turn.requestId} />
        </Alert>
      ) : null}
      {isStreaming ? null : (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 3, color: 'text.secondary', fontSize: '0.75rem' }}>
          {turn.state === 'stopped' ? <span>{t('stopped')}</span> : null}
          {turn.state === 'failed' ? null : <AnswerCost requestId={turn.requestId} />}
        </Box>
      )}
    </Box>
  );
}
