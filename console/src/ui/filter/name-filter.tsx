import { useState } from 'react';
import { FilterChip } from './filter-chip.tsx';
import type { FoundName } from './found-name.ts';
import { NameSearch } from './name-search.tsx';

interface NameFilterProps<Value> {
  label: string;
  value: Value | undefined;
  /** The chosen value in words, if it came from the address. */
  shown: string | undefined;
  onChange: (value: Value | undefined) => void;
  /** Explains the comparison. */
  hint?: string;
  /** Things whose name begins with a keyword, of the server; undefined while they are loaded. */
  useFound: (keyword: string) => readonly FoundName<Value>[] | undefined;
}

/** A chip that finds a thing by its name. */
export function NameFilter<Value extends string | number>(props: NameFilterProps<Value>) {
  const { label, value, shown, hint, onChange, useFound } = props;
  const [chosen, setChosen] = useState<FoundName<Value>>();
  return (
    <FilterChip
      label={label}
      shown={
        value === undefined ? undefined : chosen?.value === value ? chosen.name : (shown ?? String(value))
      }
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
