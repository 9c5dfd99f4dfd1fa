import Box from '@mui/material/Box';
import LinearProgress from '@mui/material/LinearProgress';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import FailureAlert from '../../../ui/state/failure-alert.tsx';
import { CheckedModelRow } from './checked-model-row.tsx';
import { hasFailed } from './model-verdict.ts';
import type { ModelCheck } from './use-model-check.ts';

/** The results so far, one row a model in the order of the choice. */
export function CheckedModels({ asked, results, isRunning, isStopped, error }: ModelCheck) {
  const { t } = useTranslation('channel-check');
  const done = [...results.values()];
  const failed = done.filter(hasFailed).length;
  const counts = { done: done.length, total: asked.length };
  return (
    <>
      <Box role="status" sx={{ display: 'grid', gap: 2 }}>
        <Typography>
          {isRunning
            ? t('running', counts)
            : isStopped
              ? t('stopped', counts)
              : t('finished', { passed: done.length - failed, failed })}
        </Typography>
        {isRunning ? (
          <LinearProgress
            aria-label={t('running', counts)}
            variant="determinate"
            value={(done.length / asked.length) * 100}
          />
        ) : null}
      </Box>
      {error === null ? null : <FailureAlert error={error} />}
      <Box
        component="ul"
        aria-label={t('results')}
        sx={{ m: 0, p: 0, listStyle: 'none', border: 1, borderColor: 'divider', borderRadius: '8px' }}
      >
        {asked.map((model) => (
          <CheckedModelRow key={model} model={model} checked={results.get(model)} isRunning={isRunning} />
        ))}
      </Box>
    </>
  );
}
