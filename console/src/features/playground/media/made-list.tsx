import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { AnswerCost } from '../answer-cost.tsx';
import { CallFailure } from './call-failure.tsx';
import type { Made } from './made.ts';

interface MadeListProps<Result> {
  made: readonly Made<Result>[];
  /** Shown while a call is under way. */
  waiting: string;
  fields: Readonly<Record<string, string>>;
  draw: (one: Made<Result>) => ReactNode;
  onClear: () => void;
}

/** The calls of this visit, newest first. */
export function MadeList<Result>({ made, waiting, fields, draw, onClear }: MadeListProps<Result>) {
  const { t } = useTranslation('playground');
  return (
    <>
      {made.map((one) => (
        <Box
          key={one.id}
          component="article"
          aria-label={t('madeBy', { model: one.model })}
          aria-busy={one.state === 'making'}
          sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 2 }}
        >
          <Box>
            <Typography variant="caption" color="textSecondary">
              {one.model}
            </Typography>
            <Typography
              title={one.prompt}
              sx={{
                display: '-webkit-box',
                WebkitBoxOrient: 'vertical',
                WebkitLineClamp: '3',
                overflow: 'hidden',
                overflowWrap: 'anywhere',
              }}
            >
              {one.prompt}
            </Typography>
          </Box>
          {one.state === 'making' ? (
            <Box role="status" sx={{ display: 'grid', gap: 1 }}>
              <Typography color="textSecondary">{waiting}</Typography>
              <LinearProgress aria-label={waiting} sx={{ borderRadius: '3px' }} />
            </Box>
          ) : null}
          {draw(one)}
          {one.state === 'failed' ? <CallFailure error={one.error} fields={fields} /> : null}
          {one.state === 'making' ? null : (
            <Box
              sx={{ display: 'flex', flexWrap: 'wrap', gap: 3, color: 'text.secondary', fontSize: '0.75rem' }}
            >
              {one.state === 'stopped' ? <span>{t('stopped')}</span> : null}
              {one.state === 'failed' ? null : <AnswerCost requestId={one.requestId} />}
            </Box>
          )}
        </Box>
      ))}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 3 }}>
        <Typography variant="caption" color="textSecondary" sx={{ flex: '1 1 240px' }}>
          {t('madeHint')}
        </Typography>
        <Button variant="text" size="small" onClick={onClear}>
          {t('clearMade')}
        </Button>
      </Box>
    </>
  );
}
