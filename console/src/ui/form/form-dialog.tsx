import Box from '@mui/material/Box';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import useMediaQuery from '@mui/material/useMediaQuery';
import { type ReactNode, useId } from 'react';
import { type FieldValues, FormProvider } from 'react-hook-form';
import { FormActions } from './form-actions.tsx';
import { FormContent } from './form-content.tsx';
import type { ContractForm } from './use-contract-form.ts';
import { useGuardedClose } from './use-guarded-close.tsx';

export interface FormFrameProps<Input extends FieldValues, Output> {
  form: ContractForm<Input, Output>;
  title: string;
  submitLabel: string;
  onSubmit: (values: Output) => Promise<unknown>;
  onClose: () => void;
  children: ReactNode;
}

/** A short form. Rendered only while open. */
export function FormDialog<Input extends FieldValues, Output>(props: FormFrameProps<Input, Output>) {
  const titleId = useId();
  const isPhone = useMediaQuery('(max-width: 599.95px)');
  const { close, question } = useGuardedClose(props.form, props.onClose);
  return (
    <FormProvider {...props.form}>
      <Dialog open onClose={close} fullScreen={isPhone} fullWidth maxWidth="sm" aria-labelledby={titleId}>
        <Box
          component="form"
          noValidate
          onSubmit={props.form.send(props.onSubmit)}
          sx={{ display: 'flex', flexDirection: 'column', minHeight: 0, flex: 1 }}
        >
          <DialogTitle id={titleId}>{props.title}</DialogTitle>
          <DialogContent>
            <FormContent draft={props.form.draft} sx={{ gap: 4, pt: 1 }}>
              {props.children}
            </FormContent>
          </DialogContent>
          <DialogActions>
            <FormActions submitLabel={props.submitLabel} onCancel={close} />
          </DialogActions>
        </Box>
      </Dialog>
      {question}
    </FormProvider>
  );
}
