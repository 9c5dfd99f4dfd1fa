import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useEffect, useRef, useState } from 'react';
import { useFormContext, useFormState } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useIsServerUnreachable } from '../../api/server-watch.ts';
import { FailureNote } from '../state/failure-note.tsx';
import { bringIntoView } from './bring-into-view.ts';

interface FormErrorProps {
  /** Fills the form with what the server has now and with what was typed. */
  onReload?: (() => Promise<unknown>) | undefined;
}

/** The server's error about the form as a whole. */
export function FormError({ onReload }: FormErrorProps) {
  const { t } = useTranslation('ui');
  const { errors } = useFormState();
  const [isLoading, setLoading] = useState(false);
  useForgetOutage();
  const { root } = errors;
  const failure = root?.changedMeanwhile ?? root?.offline ?? root;
  if (!failure?.message) return null;
  const text = (
    <Box key={String(failure.message)} ref={bringIntoView}>
      <FailureNote text={String(failure.message)} requestId={String(failure.type ?? '')} />
    </Box>
  );
  if (!root?.changedMeanwhile || onReload === undefined) return text;
  const reload = async () => {
    setLoading(true);
    await onReload().finally(() => setLoading(false));
  };
  return (
    <Box sx={{ display: 'grid', gap: 2, justifyItems: 'start' }}>
      {text}
      <Button variant="outlined" loading={isLoading} onClick={reload}>
        {t('loadPresent')}
      </Button>
      <Box sx={{ fontSize: '0.8125rem', color: 'text.secondary' }}>{t('loadPresentHint')}</Box>
    </Box>
  );
}

/** Removes the form's message about an outage once the outage is over. */
function useForgetOutage(): void {
  const { clearErrors } = useFormContext();
  const isUnreachable = useIsServerUnreachable();
  const wasUnreachable = useRef(false);
  // The server is outside React.
  useEffect(() => {
    if (wasUnreachable.current && !isUnreachable) clearErrors('root.offline');
    wasUnreachable.current = isUnreachable;
  }, [isUnreachable, clearErrors]);
}
