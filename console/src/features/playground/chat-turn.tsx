import LostIcon from '@mui/icons-material/WarningAmberOutlined';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { errorText, requestIdOf } from '../../api/error-text.ts';
import { FoldedSection } from '../../ui/form/form-section.tsx';
import { RequestId } from '../../ui/state/request-id.tsx';
import { LazyMarkdown } from '../../ui/text/lazy-markdown.tsx';
import { AnswerCost } from './answer-cost.tsx';
import { Pictures } from './pictures.tsx';
import { ToolCalls } from './tool-calls.tsx';
import type { Turn } from './use-conversation.ts';

/** Nothing of the answer itself has come yet. */
const isWordless = ({ content, calls, pictures }: Turn): boolean =>
  content === '' && calls.length === 0 && pictures.length === 0;

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
          display: 'grid',
          gap: 2,
        }}
      >
        <Pictures
          addresses={turn.pictures}
          nameOf={(number) => t('sentPicture', { number: String(number) })}
        />
        {turn.content === '' ? null : <Box sx={{ whiteSpace: 'pre-wrap' }}>{turn.content}</Box>}
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
      {turn.thinking === '' ? null : (
        <FoldedSection title={t('thinking')}>
          <Box sx={{ color: 'text.secondary', borderLeft: 2, borderColor: 'divider', pl: 3 }}>
            <LazyMarkdown text={turn.thinking} />
          </Box>
        </FoldedSection>
      )}
      {isStreaming && isWordless(turn) ? (
        <Typography color="textSecondary">{t(turn.thinking === '' ? 'waiting' : 'stillThinking')}</Typography>
      ) : null}
      {turn.content === '' ? null : <LazyMarkdown text={turn.content} />}
      <Pictures
        addresses={turn.pictures}
        nameOf={(number) => t('answerPicture', { number: String(number) })}
      />
      <ToolCalls calls={turn.calls} />
      {turn.lost.length === 0 ? null : (
        <Typography variant="caption" sx={{ display: 'flex', gap: 1, overflowWrap: 'anywhere' }}>
          <LostIcon sx={{ fontSize: 16, color: 'warning.main', flex: 'none' }} />
          <span>{t('lost', { fields: turn.lost.join(', ') })}</span>
        </Typography>
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
