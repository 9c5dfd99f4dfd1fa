import Alert from '@mui/material/Alert';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../../api/api-error.ts';
import { errorText, requestIdOf } from '../../../api/error-text.ts';
import { RequestId } from '../../../ui/state/request-id.tsx';

interface CallFailureProps {
  error: unknown;
  /** Labels of the fields by the members of the request that they set. */
  fields: Readonly<Record<string, string>>;
}

/** Why a call failed, and which field to look at. */
export function CallFailure({ error, fields }: CallFailureProps) {
  const { t } = useTranslation('playground');
  const member = error instanceof ApiError ? error.fields[0]?.field : undefined;
  return (
    <Alert severity="error" role="alert">
      {errorText(error)}
      {member === undefined ? null : <div>{t('checkField', { field: fields[member] ?? member })}</div>}
      <RequestId id={requestIdOf(error)} />
    </Alert>
  );
}
