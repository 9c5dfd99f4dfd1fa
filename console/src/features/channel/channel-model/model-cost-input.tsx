import DeleteIcon from '@mui/icons-material/DeleteOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import FormHelperText from '@mui/material/FormHelperText';
import FormLabel from '@mui/material/FormLabel';
import IconButton from '@mui/material/IconButton';
import OutlinedInput from '@mui/material/OutlinedInput';
import { MAX_MODEL_COSTS } from '@turnpike/contract';
import { useId, useState } from 'react';
import { useController, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { fieldText } from '../../../ui/form/field-issue.ts';
import {
  faultsOf,
  type ModelCostFault,
  type ModelCostRow,
  REPEATED,
  ratiosOf,
  rowsOf,
  upstreamModels,
} from './model-costs.ts';

const NAME = 'model_cost_ratios';

/** Cost ratios of single models, a row each. */
export function ModelCostInput() {
  const { t } = useTranslation('channel');
  const { field, fieldState } = useController({ name: NAME });
  const [rows, changeRows] = useModelCostRows(field.value ?? {}, field.onChange);
  const [models, mapping] = useWatch({ name: ['models', 'model_mapping'] });
  const known = upstreamModels(String(models ?? ''), String(mapping ?? ''));
  const [labelId, hintId, listId] = [useId(), useId(), useId()];
  const fault = fieldState.error?.message;
  const faults = faultsOf(rows);
  return (
    <Box role="group" aria-labelledby={labelId} aria-describedby={hintId}>
      <FormLabel id={labelId}>{t('modelCosts')}</FormLabel>
      <FormHelperText id={hintId} sx={{ mt: 0, mb: 2 }}>
        {t('modelCostsHint')}
      </FormHelperText>
      <Box sx={{ display: 'grid', gap: 2, justifyItems: 'start' }}>
        {rows.map((row, index) => (
          <CostRow
            // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other identity while their names are typed
            key={`row-${index + 1}`}
            {...{ row, listId, number: index + 1 }}
            fault={fieldState.invalid ? faults[index] : undefined}
            isUnknown={row.model.trim() !== '' && known?.includes(row.model.trim()) === false}
            onChange={(change) =>
              changeRows(rows.map((one, at) => (at === index ? { ...one, ...change } : one)))
            }
            onRemove={() => changeRows(rows.filter((_, at) => at !== index))}
          />
        ))}
        {rows.length < MAX_MODEL_COSTS ? (
          <Button
            size="small"
            variant="outlined"
            ref={rows.length === 0 ? field.ref : undefined}
            onClick={() => changeRows([...rows, { model: '', typed: '' }])}
          >
            {t('modelCostAdd')}
          </Button>
        ) : null}
        <datalist id={listId}>
          {known?.map((model) => (
            <option key={model} value={model} />
          ))}
        </datalist>
      </Box>
      {fault === undefined ? null : (
        <FormHelperText error role="alert">
          {fieldText(fault)}
        </FormHelperText>
      )}
    </Box>
  );
}

/** Typed rows, as long as they say what the form has; a form that loads another state shows that one. */
function useModelCostRows(
  value: Record<string, number>,
  onChange: (ratios: Record<string, number>) => void,
): [ModelCostRow[], (rows: ModelCostRow[]) => void] {
  const [typed, setTyped] = useState(() => rowsOf(value));
  const isTyped = JSON.stringify(ratiosOf(typed)) === JSON.stringify(value);
  return [
    isTyped ? typed : rowsOf(value),
    (next) => {
      setTyped(next);
      onChange(ratiosOf(next));
    },
  ];
}

interface CostRowProps {
  row: ModelCostRow;
  /** From 1. */
  number: number;
  /** The list of names that are offered. */
  listId: string;
  fault: ModelCostFault | undefined;
  /** The channel asks for no such model. */
  isUnknown: boolean;
  onChange: (change: Partial<ModelCostRow>) => void;
  onRemove: () => void;
}

function CostRow({ row, number, listId, fault, isUnknown, onChange, onRemove }: CostRowProps) {
  const { t } = useTranslation('channel');
  const helpId = useId();
  const code = fault?.model ?? fault?.ratio;
  const note = isUnknown ? t('modelCostUnknown') : '';
  const help = code === REPEATED ? t('modelCostRepeated') : code === undefined ? note : fieldText(code);
  const described = { 'aria-describedby': help === '' ? undefined : helpId };
  return (
    <Box sx={{ width: '100%' }}>
      <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr) 112px auto', gap: 2 }}>
        <OutlinedInput
          value={row.model}
          error={fault?.model !== undefined}
          inputProps={{
            ...described,
            ...{ list: listId, spellCheck: false, 'aria-label': t('modelCostModel', { number }) },
          }}
          onChange={(event) => onChange({ model: event.target.value })}
        />
        <OutlinedInput
          value={row.typed}
          error={fault?.ratio !== undefined}
          inputProps={{ ...described, inputMode: 'decimal', 'aria-label': t('modelCostRatio', { number }) }}
          onChange={(event) => onChange({ typed: event.target.value })}
        />
        <IconButton aria-label={t('mappingRemove', { number })} onClick={onRemove}>
          <DeleteIcon fontSize="small" />
        </IconButton>
      </Box>
      {help === '' ? null : (
        <FormHelperText
          id={helpId}
          error={code !== undefined}
          role={code === undefined ? undefined : 'alert'}
        >
          {help}
        </FormHelperText>
      )}
    </Box>
  );
}
