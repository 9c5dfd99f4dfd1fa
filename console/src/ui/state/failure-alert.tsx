import Alert from '@mui/material/Alert';
import { errorText, requestIdOf } from '../../api/error-text.ts';
import { RequestId } from './request-id.tsx';

/** Why something failed, with the id by which its call is found. */
export default function FailureAlert({ error }: { error: unknown }) {
  return (
    <Alert severity="error">
      {errorText(error)}
      <RequestId id={requestIdOf(error)} />
    </Alert>
  );
}
