import type { ReactNode } from 'react';
import { type FieldValues, FormProvider } from 'react-hook-form';
import { SideDrawer } from '../overlay/side-drawer.tsx';
import { FormActions } from './form-actions.tsx';
import { FormContent } from './form-content.tsx';
import type { FormFrameProps } from './form-dialog.tsx';
import { useGuardedClose } from './use-guarded-close.tsx';

interface FormDrawerProps<Input extends FieldValues, Output> extends FormFrameProps<Input, Output> {
  /** Actions next to save and cancel, such as a test. */
  extraActions?: ReactNode;
}

/** A long form, at the right. Rendered only while open. */
export function FormDrawer<Input extends FieldValues, Output>(props: FormDrawerProps<Input, Output>) {
  const { close, question } = useGuardedClose(props.form, props.onClose);
  return (
    <FormProvider {...props.form}>
      <SideDrawer
        isOpen
        onSubmit={props.form.send(props.onSubmit)}
        title={props.title}
        onClose={close}
        footer={
          <>
            {props.extraActions}
            <FormActions submitLabel={props.submitLabel} onCancel={close} isInDrawer />
          </>
        }
      >
        <FormContent draft={props.form.draft} sx={{ gap: 5 }}>
          {props.children}
        </FormContent>
      </SideDrawer>
      {question}
    </FormProvider>
  );
}
