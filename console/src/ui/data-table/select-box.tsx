import Checkbox from '@mui/material/Checkbox';
import { useTranslation } from 'react-i18next';

interface SelectBoxProps {
  name: string;
  isSelected: boolean;
  /** @param isRange Shift was held */
  onToggle: (isRange: boolean) => void;
}

/** Selects a row. */
export function SelectBox({ name, isSelected, onToggle }: SelectBoxProps) {
  const { t } = useTranslation('ui');
  return (
    <Checkbox
      size="small"
      checked={isSelected}
      onChange={({ nativeEvent }) => onToggle((nativeEvent as unknown as MouseEvent).shiftKey === true)}
      slotProps={{ input: { 'aria-label': t('selectRow', { name }) } }}
      sx={{ p: 1 }}
    />
  );
}

interface SelectPageBoxProps {
  state: 'none' | 'some' | 'all';
  onToggle: () => void;
}

/** Selects every row in sight. */
export function SelectPageBox({ state, onToggle }: SelectPageBoxProps) {
  const { t } = useTranslation('ui');
  return (
    <Checkbox
      size="small"
      checked={state === 'all'}
      indeterminate={state === 'some'}
      onChange={onToggle}
      slotProps={{ input: { 'aria-label': t('selectPage') } }}
      sx={{ p: 1 }}
    />
  );
}
