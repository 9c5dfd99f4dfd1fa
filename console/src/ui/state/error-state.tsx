import ErrorIcon from '@mui/icons-material/ErrorOutlineOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../api/api-error.ts';
import { errorText, requestIdOf } from '../../api/error-text.ts';
import { NoPermission } from './no-permission.tsx';
import { RequestId } from './request-id.tsx';

/** A failed load with its reason, the next step, and the id to quote. */
export function ErrorState({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  const { t } = useTranslation('ui');
  if (error instanceof ApiError && error.code === 'session.not_allowed') return <NoPermission />;
  return (
    <Box
      role="alert"
      sx={{ py: 10, px: 4, display: 'grid', justifyItems: 'center', gap: 2, textAlign: 'center' }}
    >
      <ErrorIcon color="error" />
      <Typography variant="h2" component="p">
        {t('notLoaded')}
      </Typography>
      <Typography color="textSecondary">{errorText(error)}</Typography>
      <RequestId id={requestIdOf(error)} />
      {onRetry ? (
        <Button variant="outlined" onClick={onRetry} sx={{ mt: 2 }}>
          {t('retry')}
        </Button>
      ) : null}
    </Box>
  );
}
