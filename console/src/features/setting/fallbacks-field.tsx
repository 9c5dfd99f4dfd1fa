import FormHelperText from '@mui/material/FormHelperText';
import { useQuery } from '@tanstack/react-query';
import { MAX_FALLBACK_MODELS, readModelFallbacks } from '@turnpike/contract';
import { useController } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { availableModelsQuery } from '../../api/available-model.ts';
import type { FieldProps } from '../../ui/form/field-frame.tsx';
import { fieldText } from '../../ui/form/field-issue.ts';
import { FoldedSection } from '../../ui/form/form-section.tsx';
import { ListField } from '../../ui/form/list-input.tsx';
import { FallbackFields, nothing } from './fallback-fields.tsx';

/** Edits lists of models by model. The form keeps them as the stored text. */
export function FallbacksField({ name, label, hint }: FieldProps) {
  const { t } = useTranslation('setting');
  const { field, fieldState } = useController({ name });
  const known = Object.keys(useQuery(availableModelsQuery).data ?? {}).filter(
    (model) => !model.includes('*'),
  );
  const lists = readModelFallbacks(String(field.value ?? ''));
  const write = (next: ReadonlyMap<string, readonly string[]>) =>
    field.onChange(JSON.stringify(Object.fromEntries(next)));
  const fault = fieldState.error?.message;

  function add(models: string[]) {
    const added = models.filter((model) => !lists.has(model)).slice(0, MAX_FALLBACK_MODELS - lists.size);
    write(new Map([...lists, ...added.map((model) => [model, []] as const)]));
  }

  function remove(model: string) {
    const next = new Map(lists);
    next.delete(model);
    write(next);
  }

  return (
    <>
      <FoldedSection title={label}>
        <FormHelperText>{hint}</FormHelperText>
        {[...lists].map(([model, fallbacks]) => (
          <FallbackFields
            key={model}
            model={model}
            fallbacks={fallbacks}
            known={known}
            onChange={(next) => write(new Map(lists).set(model, next))}
            onRemove={() => remove(model)}
          />
        ))}
        {lists.size < MAX_FALLBACK_MODELS ? (
          <ListField
            label={t('fallbackModelAdd')}
            options={known.filter((model) => !lists.has(model))}
            isFree
            chosen={nothing}
            onChange={add}
          />
        ) : null}
      </FoldedSection>
      {fault ? (
        <FormHelperText error role="alert">
          {fieldText(fault)}
        </FormHelperText>
      ) : null}
    </>
  );
}
