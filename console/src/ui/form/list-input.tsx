import ArrowIcon from '@mui/icons-material/ArrowDropDown';
import CloseIcon from '@mui/icons-material/CloseOutlined';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import OutlinedInput from '@mui/material/OutlinedInput';
import useAutocomplete from '@mui/material/useAutocomplete';
import { useController } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { FieldFrame, type FieldProps } from './field-frame.tsx';
import { ListChip } from './list-chip.tsx';
import { ListOptions } from './list-options.tsx';

interface ListInputProps extends FieldProps {
  options: readonly string[];
  /** Names next to the offered ones are allowed; a comma ends one. */
  isFree?: boolean;
  /** The field holds a list; otherwise a text with commas. */
  isList?: boolean;
  /** Called after the form has the new names. */
  onChosen?: (names: string[]) => void;
}

export const splitList = (text: string): string[] =>
  [...new Set(text.split(/[,\n，、]/).map((name) => name.trim()))].filter((name) => name !== '');

/** Several names: chosen from what is known, or typed. */
export function ListInput({ name, isList = false, onChosen, ...props }: ListInputProps) {
  const { field, fieldState } = useController({ name });
  const chosen: string[] = isList ? field.value : splitList(String(field.value ?? ''));
  return (
    <FieldFrame {...props} error={listFault(fieldState.error)}>
      {(ids) => (
        <ListBox
          {...props}
          ids={ids}
          chosen={chosen}
          onBlur={field.onBlur}
          onChange={(names) => {
            const list = [...new Set(names.flatMap(splitList))];
            field.onChange(isList ? list : list.join(','));
            onChosen?.(list);
          }}
        />
      )}
    </FieldFrame>
  );
}

interface ListFieldProps extends Omit<FieldProps, 'name'>, Pick<ListInputProps, 'options' | 'isFree'> {
  chosen: string[];
  onChange: (names: string[]) => void;
}

/** As `ListInput`, without a form. */
export function ListField({ options, isFree, chosen, onChange, ...props }: ListFieldProps) {
  return (
    <FieldFrame {...props}>
      {(ids) => (
        <ListBox
          {...{ label: props.label, options, isFree: isFree ?? false, ids, chosen }}
          onBlur={() => {}}
          onChange={(names) => onChange([...new Set(names.flatMap(splitList))])}
        />
      )}
    </FieldFrame>
  );
}

/** Fault of the list, or of the first of its names that has one. */
export function listFault(error: object | undefined): string | undefined {
  const { message } = (error ?? {}) as { message?: string };
  return message ?? Object.values(error ?? {}).find((one) => one?.message !== undefined)?.message;
}

interface ListBoxProps extends Pick<ListInputProps, 'label' | 'options' | 'isFree'> {
  ids: { id: string; 'aria-describedby': string | undefined; 'aria-invalid': boolean };
  chosen: string[];
  onChange: (names: string[]) => void;
  onBlur: () => void;
}

/** The library's rules for such a field, in our own look: theirs would bring a fifth more script to a form. */
function ListBox({ label, options, isFree = false, ids, chosen, onChange, onBlur }: ListBoxProps) {
  const { t } = useTranslation('ui');
  const box = useAutocomplete<string, true, false, boolean>({
    id: ids.id,
    multiple: true,
    freeSolo: isFree,
    autoSelect: isFree,
    disableCloseOnSelect: true,
    filterSelectedOptions: true,
    options,
    value: chosen,
    onChange: (_, names) => onChange(names),
  });
  const found = box.groupedOptions as string[];
  return (
    <Box
      {...box.getRootProps({ onBlur })}
      sx={{
        '& .clear': { visibility: 'hidden' },
        '&:hover .clear, &:focus-within .clear': { visibility: 'visible' },
      }}
    >
      <OutlinedInput
        ref={box.setAnchorEl}
        fullWidth
        inputProps={{
          ...box.getInputProps(),
          'aria-describedby': ids['aria-describedby'],
          'aria-invalid': ids['aria-invalid'],
          'data-filled': chosen.length > 0 || undefined,
        }}
        startAdornment={chosen.map((one, index) => {
          const { key, ...item } = box.getItemProps({ index });
          return <ListChip key={key} name={one} {...item} />;
        })}
        endAdornment={
          <Box
            sx={{
              ...{ position: 'absolute', right: 4, top: 3, display: 'flex' },
              '@media (pointer: coarse)': { right: 0, top: 0 },
            }}
          >
            {box.dirty ? (
              <IconButton
                onClick={box.getClearProps().onClick}
                tabIndex={-1}
                className="clear"
                size="small"
                aria-label={t('clear', { name: label })}
              >
                <CloseIcon fontSize="small" />
              </IconButton>
            ) : null}
            {isFree ? null : (
              <IconButton
                onClick={box.getPopupIndicatorProps().onClick}
                tabIndex={-1}
                size="small"
                aria-label={box.popupOpen ? t('close') : label}
              >
                <ArrowIcon fontSize="small" />
              </IconButton>
            )}
          </Box>
        }
        sx={{
          flexWrap: 'wrap',
          gap: 1,
          // As high as other fields until it needs a second line; the library's own rules are more specific.
          '&&&&': { p: '3px', pr: isFree ? '36px' : '64px' },
          '@media (pointer: coarse)': { '&&&&': { pr: isFree ? '44px' : '88px' } },
          '&&&& input': { width: 0, minWidth: 48, flex: 1, px: 2, py: '3px' },
        }}
      />
      {box.popupOpen && box.anchorEl && found.length > 0 ? (
        <ListOptions
          anchor={box.anchorEl}
          list={{ ...box.getListboxProps(), 'aria-label': label }}
          options={found}
          propsOf={(option, index) => box.getOptionProps({ option, index })}
        />
      ) : null}
    </Box>
  );
}
