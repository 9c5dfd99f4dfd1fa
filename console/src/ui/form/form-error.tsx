import { useFormState } from 'react-hook-form';
import { FailureNote } from '../failure-note.tsx';

/** What the server said about the form as a whole. */
export function FormError() {
  const { errors } = useFormState();
  if (!errors.root?.message) return null;
  return <FailureNote text={errors.root.message} requestId={String(errors.root.type ?? '')} />;
}
