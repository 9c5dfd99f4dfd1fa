import Box from '@mui/material/Box';
import NativeSelect from '@mui/material/NativeSelect';
import OutlinedInput from '@mui/material/OutlinedInput';
import { MAX_SPARE_GROUPS } from '@turnpike/contract';
import { useController, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { FieldFrame } from './field-frame.tsx';
import { listFault } from './list-input.tsx';
import { OrderedList } from './ordered-list.tsx';

/** Groups that serve what the key's own cannot, in the order in which they are tried. */
export function SpareGroupsInput({ groups }: { groups: readonly { value: string; label: string }[] }) {
  const { t } = useTranslation('ui');
  const { field, fieldState } = useController({ name: 'spare_groups' });
  const ownGroup = useWatch({ name: 'group' }) as string;
  const chosen = field.value as string[];
  const open = groups.filter(({ value }) => value !== ownGroup && !chosen.includes(value));
  return (
    <FieldFrame
      label={t('spareGroups')}
      hint={t('spareGroupsHint')}
      error={listFault(fieldState.error)}
      isOptional
    >
      {(ids) => (
        <Box sx={{ display: 'grid', gap: 1 }}>
          <OrderedList
            label={t('spareGroups')}
            items={chosen}
            nameOf={(symbol) => groups.find(({ value }) => value === symbol)?.label ?? symbol}
            onChange={field.onChange}
          />
          {chosen.length < MAX_SPARE_GROUPS && open.length > 0 ? (
            <NativeSelect
              input={<OutlinedInput />}
              inputRef={field.ref}
              value=""
              onBlur={field.onBlur}
              onChange={(event) => field.onChange([...chosen, event.target.value])}
              inputProps={ids}
            >
              <option value="">{t('spareGroupAdd')}</option>
              {open.map(({ value, label }) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </NativeSelect>
          ) : null}
        </Box>
      )}
    </FieldFrame>
  );
}
