import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { availableModelsQuery } from '../../api/available-model.ts';
import { sampleModel } from '../../api/sample-model.ts';
import { ErrorState } from '../state/error-state.tsx';
import { type ExplainedCall, explanationQuery, ownKeysQuery } from './explain-api.ts';
import { ExplainForm } from './explain-form.tsx';
import { CHAT_PATH, type ExplainStart, smallCall } from './explain-start.ts';
import { ExplanationView } from './explanation-view.tsx';

interface ExplainDialogProps {
  start: ExplainStart;
  onClose: () => void;
}

/** Which channel a call would take and why, with a form to change the call. No provider is called. */
export default function ExplainDialog({ start, onClose }: ExplainDialogProps) {
  const { t } = useTranslation(['explain', 'ui']);
  const titleId = useId();
  const isPhone = useMediaQuery('(max-width: 599.95px)');
  const keys = useQuery(ownKeysQuery);
  const models = useQuery({ ...availableModelsQuery, enabled: start.body === undefined });
  const failed = [keys, models].find(({ isError, data }) => isError && data === undefined);
  const body = start.body ?? (models.data && smallCall(sampleModel(models.data)));
  return (
    <Dialog open onClose={onClose} fullScreen={isPhone} fullWidth maxWidth="xl" aria-labelledby={titleId}>
      <DialogTitle id={titleId}>{t('title')}</DialogTitle>
      <DialogContent>
        <Typography color="textSecondary" sx={{ mb: 4, maxWidth: '68ch' }}>
          {t('about')}
        </Typography>
        {failed ? <ErrorState error={failed.error} onRetry={() => failed.refetch()} /> : null}
        {!failed && keys.data && body ? <Explaining keys={keys.data} start={start} body={body} /> : null}
        {!failed && !(keys.data && body) ? <Skeleton variant="rounded" height={320} /> : null}
      </DialogContent>
      <DialogActions>
        <Button variant="outlined" onClick={onClose}>
          {t('ui:close')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

interface ExplainingProps {
  keys: readonly { id: number; name: string }[];
  start: ExplainStart;
  body: object;
}

/** The form, and the explanation of what it held last; the first one comes by itself where there is a key. */
function Explaining({ keys, start, body }: ExplainingProps) {
  const first = start.key ?? keys[0];
  const path = start.path ?? CHAT_PATH;
  const [asked, setAsked] = useState<ExplainedCall | undefined>(
    first && { token_id: first.id, path, body: { ...body }, strict: false, run: 0 },
  );
  const explanation = useQuery(explanationQuery(asked));
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 6,
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: '320px minmax(0, 1fr)' },
        alignItems: 'start',
      }}
    >
      <ExplainForm
        keys={keys}
        named={start.key}
        values={{ token_id: first?.id ?? 0, path, body: JSON.stringify(body, null, 2), strict: false }}
        isBusy={explanation.isFetching}
        onAsk={(call) => setAsked((last) => ({ ...call, run: (last?.run ?? 0) + 1 }))}
      />
      <ExplanationView isAsked={asked !== undefined} query={explanation} />
    </Box>
  );
}
