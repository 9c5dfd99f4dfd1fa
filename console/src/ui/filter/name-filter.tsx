import { useState } from 'react';
import { FilterChip } from './filter-chip.tsx';
import type { FoundName } from './found-name.ts';
import { NameSearch } from './name-search.tsx';

interface NameFilterProps<Value> {
  label: string;
  /** A name, or an id: shown as `#7` if it came from the address. */
  value: Value | undefined;
  onChange: (value: Value | undefined) => void;
  /** Explains the comparison. */
  hint?: string;
  /** Things whose name begins with a keyword, of the server; undefined while they are loaded. */
  useFound: (keyword: string) => readonly FoundName<Value>[] | undefined;
}

/** A chip that finds a thing by its name. */
export function NameFilter<Value extends string | number>(props: NameFilterProps<Value>) {
  const { label, value, hint, onChange, useFound } = props;
  const [chosen, setChosen] = useState<FoundName<Value>>();
  const unnamed = typeof value === 'number' ? `#${value}` : (value as string | undefined);
  return (
    <FilterChip
      label={label}
      shown={value !== undefined && chosen?.value === value ? chosen.name : unnamed}
      onClear={() => onChange(undefined)}
    >
      {(close) => (
        <NameSearch
          label={label}
          {...(hint !== undefined && { hint })}
          useFound={useFound}
          onChoose={(found) => {
            const own = found as FoundName<Value>;
            close();
            setChosen(own);
            onChange(own.value);
          }}
        />
      )}
    </FilterChip>
  );
}
