import Autocomplete from '@mui/material/Autocomplete';
import OutlinedInput from '@mui/material/OutlinedInput';
import { useController } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { FieldFrame, type FieldProps } from './field-frame.tsx';

interface ListInputProps extends FieldProps {
  options: readonly string[];
  /** Names beside the offered ones are allowed; a comma ends one. */
  isFree?: boolean;
  /** The field holds a list; otherwise a text with commas. */
  isList?: boolean;
}

export const splitList = (text: string): string[] =>
  [...new Set(text.split(/[,\n，、]/).map((name) => name.trim()))].filter((name) => name !== '');

/** Several names: chosen from what is known, or typed. */
export function ListInput({ name, options, isFree = false, isList = false, ...props }: ListInputProps) {
  const { t } = useTranslation('ui');
  const { field, fieldState } = useController({ name });
  const chosen: string[] = isList ? field.value : splitList(String(field.value ?? ''));
  const change = (names: string[]) => {
    const list = [...new Set(names.flatMap(splitList))];
    field.onChange(isList ? list : list.join(','));
  };
  return (
    <FieldFrame {...props} error={fieldState.error?.message}>
      {(ids) => (
        <Autocomplete
          multiple
          size="small"
          id={ids.id}
          freeSolo={isFree}
          autoSelect={isFree}
          disableCloseOnSelect
          filterSelectedOptions
          options={options}
          value={chosen}
          onChange={(_, names) => change(names)}
          onBlur={field.onBlur}
          clearText={t('clear', { name: props.label })}
          openText={props.label}
          closeText={t('close')}
          renderInput={(params) => (
            <OutlinedInput
              {...params.slotProps.input}
              fullWidth
              inputProps={{
                ...params.slotProps.htmlInput,
                'aria-describedby': ids['aria-describedby'],
                'aria-invalid': ids['aria-invalid'],
              }}
              sx={{
                flexWrap: 'wrap',
                gap: 1,
                // As high as other fields until it needs a second line; the library's own rules are more specific.
                '&&&&': { p: '3px', pr: '36px' },
                '&&&& input': { width: 0, minWidth: 48, flex: 1, px: 2, py: '3px' },
                '& .MuiAutocomplete-tag': { m: 0 },
              }}
            />
          )}
        />
      )}
    </FieldFrame>
  );
}
