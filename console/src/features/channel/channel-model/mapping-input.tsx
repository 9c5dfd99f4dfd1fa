import DeleteIcon from '@mui/icons-material/DeleteOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import OutlinedInput from '@mui/material/OutlinedInput';
import { useState } from 'react';
import { useController } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { FieldFrame, type FieldProps } from '../../../ui/form/field-frame.tsx';
import { JsonInput } from '../../../ui/form/json-input.tsx';
import { type MappingRow, mappingFrom, mappingText } from './mapping.ts';

/** Requested name → forwarded name, as rows or as JSON; kept as the JSON text that the contract wants. */
export function MappingInput({ name, ...props }: FieldProps) {
  const { t } = useTranslation('channel');
  const { field, fieldState } = useController({ name });
  const text = String(field.value ?? '');
  const [rows, setRows] = useState<MappingRow[]>(() => mappingFrom(text) ?? []);
  const [isJson, setJson] = useState(() => mappingFrom(text) === undefined);

  function changeRows(next: MappingRow[]) {
    setRows(next);
    field.onChange(mappingText(next));
  }
  const changeRow = (index: number, change: Partial<MappingRow>) =>
    changeRows(rows.map((row, at) => (at === index ? { ...row, ...change } : row)));

  function toggle() {
    const parsed = mappingFrom(text);
    if (isJson && parsed === undefined) return;
    if (parsed) setRows(parsed);
    setJson(!isJson);
  }

  const buttons = (
    <Box sx={{ display: 'flex', gap: 2 }}>
      {isJson ? null : (
        <Button size="small" variant="outlined" onClick={() => changeRows([...rows, { from: '', to: '' }])}>
          {t('mappingAdd')}
        </Button>
      )}
      <Button size="small" variant="text" onClick={toggle}>
        {isJson ? t('mappingAsRows') : t('mappingAsJson')}
      </Button>
    </Box>
  );

  if (isJson) {
    return (
      <Box sx={{ display: 'grid', gap: 2 }}>
        <JsonInput name={name} {...props} example={'{\n  "gpt-4o": "+gpt-4o-2024-11-20"\n}'} />
        {buttons}
      </Box>
    );
  }
  return (
    <FieldFrame {...props} error={fieldState.error?.message}>
      {(ids) => (
        <Box sx={{ display: 'grid', gap: 2 }}>
          {rows.map((row, index) => (
            <Box
              // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other identity while their names are typed
              key={`row-${index + 1}`}
              sx={{
                display: 'grid',
                gridTemplateColumns: '1fr auto 1fr auto',
                alignItems: 'center',
                gap: 2,
              }}
            >
              <OutlinedInput
                value={row.from}
                inputProps={{
                  'aria-label': t('mappingFrom', { number: index + 1 }),
                  ...(index === 0 ? { id: ids.id } : {}),
                }}
                onChange={(event) => changeRow(index, { from: event.target.value })}
              />
              <span aria-hidden>→</span>
              <OutlinedInput
                value={row.to}
                inputProps={{ 'aria-label': t('mappingTo', { number: index + 1 }) }}
                onChange={(event) => changeRow(index, { to: event.target.value })}
              />
              <IconButton
                aria-label={t('mappingRemove', { number: index + 1 })}
                onClick={() => changeRows(rows.filter((_, at) => at !== index))}
              >
                <DeleteIcon fontSize="small" />
              </IconButton>
            </Box>
          ))}
          {buttons}
        </Box>
      )}
    </FieldFrame>
  );
}
