import Box from '@mui/material/Box';
import { Fragment, type ReactNode } from 'react';
import { DraftNote } from './draft-note.tsx';
import { FormError } from './form-error.tsx';
import { useFormReload } from './loaded-form.tsx';
import { useFirstFocus } from './use-first-focus.ts';
import type { FormDraft } from './use-form-draft.ts';

interface FormContentProps {
  draft: FormDraft;
  sx: { gap: number; pt?: number };
  children: ReactNode;
}

/** The fields, between what was filled in for the reader and what the server refused. */
export function FormContent({ draft, sx, children }: FormContentProps) {
  const reload = useFormReload();
  const content = useFirstFocus();
  return (
    <Box ref={content} sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', ...sx }}>
      <DraftNote draft={draft} />
      <Fragment key={draft.round}>{children}</Fragment>
      <FormError
        onReload={
          reload &&
          (() => {
            draft.keep();
            return reload();
          })
        }
      />
    </Box>
  );
}
