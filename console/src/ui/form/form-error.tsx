import Alert from '@mui/material/Alert';
import { useFormState } from 'react-hook-form';
import { RequestId } from '../request-id.tsx';

/** What the server said about the form as a whole. */
export function FormError() {
  const { errors } = useFormState();
  if (!errors.root?.message) return null;
  return (
    <Alert severity="error" role="alert">
      {errors.root.message}
      <RequestId id={String(errors.root.type ?? '')} />
    </Alert>
  );
}
