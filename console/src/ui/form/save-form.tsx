import type { ReactNode } from 'react';
import type { FieldValues } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { showToast } from '../toast/toast.ts';
import { FormDialog } from './form-dialog.tsx';
import { FormDrawer } from './form-drawer.tsx';
import { useContractForm } from './use-contract-form.ts';
import type { DraftName } from './use-form-draft.ts';

interface SaveFormProps<Input, Output, Answer> {
  schema: z.ZodType<Output, Input>;
  /** Values that the form opens with. */
  values: NoInfer<Input>;
  /** Where unsaved changes survive a reload; left out, they do not. */
  draft?: DraftName;
  title: string;
  /** `Save` unless given. */
  submitLabel?: string;
  save: (values: NoInfer<Output>) => Promise<Answer>;
  /** The toast after it; left out, none is shown. */
  saved?: (answer: NoInfer<Answer>, values: NoInfer<Output>) => string;
  onClose: () => void;
  /** Opens in a drawer. */
  isLong?: boolean;
  /** Actions of a drawer next to save and cancel, such as a test. */
  extraActions?: ReactNode;
  children: ReactNode;
}

/** A form that saves what was typed, says so and closes. A refusal stays in the form. Rendered only while open. */
export function SaveForm<Input extends FieldValues, Output extends FieldValues, Answer>({
  schema,
  values,
  draft,
  submitLabel,
  save,
  saved,
  isLong = false,
  extraActions,
  ...props
}: SaveFormProps<Input, Output, Answer>) {
  const { t } = useTranslation('ui');
  const form = useContractForm(schema, values, draft);
  const frame = {
    ...props,
    form,
    submitLabel: submitLabel ?? t('save'),
    async onSubmit(typed: Output) {
      const answer = await save(typed);
      if (saved) showToast('success', saved(answer, typed));
      props.onClose();
    },
  };
  return isLong ? <FormDrawer {...frame} extraActions={extraActions} /> : <FormDialog {...frame} />;
}
