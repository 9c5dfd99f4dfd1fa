import './rules.ts';
import { zodResolver } from '@hookform/resolvers/zod';
import { type BaseSyntheticEvent, useRef } from 'react';
import {
  type DefaultValues,
  type FieldValues,
  type Path,
  type UseFormReturn,
  useForm,
} from 'react-hook-form';
import type { z } from 'zod';
import { ApiError } from '../../api/api-error.ts';
import { errorText, requestIdOf } from '../../api/error-text.ts';
import { isSaidByDialog } from '../../api/session-state.ts';
import { fieldIssue } from './field-issue.ts';
import { type DraftName, type FormDraft, useFormDraft, useFoundDraft } from './use-form-draft.ts';

export type ContractForm<Input extends FieldValues, Output> = UseFormReturn<Input, unknown, Output> & {
  /** Checks, sends, and puts what the server says at the fields or at the foot of the form. */
  send: (action: (values: Output) => Promise<unknown>) => (event?: BaseSyntheticEvent) => Promise<void>;
  draft: FormDraft;
};

/**
 * A form whose rules are the contract's.
 * @param draftName where unsaved changes survive a reload; left out, they do not
 */
export function useContractForm<Input extends FieldValues, Output extends FieldValues>(
  schema: z.ZodType<Output, Input>,
  defaultValues: NoInfer<Input>,
  draftName?: DraftName,
): ContractForm<Input, Output> {
  const found = useFoundDraft<Input>(draftName, defaultValues);
  const form = useForm<Input, unknown, Output>({
    resolver: zodResolver(schema, { error: fieldIssue as never }) as never,
    defaultValues: found.values as DefaultValues<Input>,
  });
  const draft = useFormDraft(form, found);
  // Two presses before the next drawing send once.
  const isSending = useRef(false);
  return {
    ...form,
    draft,
    send: (action) => {
      const submit = form.handleSubmit(async (values) => {
        if (isSending.current) return;
        isSending.current = true;
        try {
          await action(values);
          draft.forget();
        } catch (error) {
          showFailure(form as never, error);
        } finally {
          isSending.current = false;
        }
      });
      return (event) => {
        // A dialog over another form is a part of it for React, and sends itself alone.
        event?.stopPropagation();
        return submit(event);
      };
    },
  };
}

/** Puts what the server says at the fields that it names. @returns how many of them the form has */
export function showFieldFailures(
  form: Pick<UseFormReturn, 'getValues' | 'setError'>,
  error: unknown,
): number {
  const known = Object.keys(form.getValues());
  const fields =
    error instanceof ApiError
      ? error.fields.filter(({ field }) => known.includes(field.split('.', 1)[0] ?? ''))
      : [];
  for (const [index, { field, code }] of fields.entries()) {
    form.setError(
      field as Path<FieldValues>,
      { type: 'server', message: code },
      { shouldFocus: index === 0 },
    );
  }
  return fields.length;
}

function showFailure(form: UseFormReturn, error: unknown): void {
  if (showFieldFailures(form, error) > 0) return;
  if (isSaidByDialog(error)) return;
  const code = error instanceof ApiError ? error.code : '';
  const isChanged = code === 'request.changed_meanwhile';
  form.setError(isChanged ? 'root.changedMeanwhile' : code === 'network.offline' ? 'root.offline' : 'root', {
    type: requestIdOf(error),
    message: errorText(error),
  });
}
