import NativeSelect from '@mui/material/NativeSelect';
import OutlinedInput from '@mui/material/OutlinedInput';

interface AddPartProps<Name extends string> {
  label: string;
  names: readonly Name[];
  textOf: (name: Name) => string;
  onAdd: (name: Name) => void;
}

/** Chooses what to add; gone when nothing is left. */
export function AddPart<Name extends string>({ label, names, textOf, onAdd }: AddPartProps<Name>) {
  if (names.length === 0) return null;
  return (
    <NativeSelect
      input={<OutlinedInput />}
      value=""
      onChange={({ target }) => {
        const chosen = names.find((name) => name === target.value);
        if (chosen !== undefined) onAdd(chosen);
      }}
      inputProps={{ 'aria-label': label }}
    >
      <option value="">{label}</option>
      {names.map((name) => (
        <option key={name} value={name}>
          {textOf(name)}
        </option>
      ))}
    </NativeSelect>
  );
}
