import IconButton from '@mui/material/IconButton';
import { type ReactNode, Suspense, useId, useState } from 'react';
import { lazyPart } from '../loading/lazy-part.ts';
import type { Choice } from './choice-list.tsx';

const ChoiceList = lazyPart(() => import('./choice-list.tsx'));

interface ChoiceMenuProps<Value extends string> {
  label: string;
  icon: ReactNode;
  value: Value;
  choices: readonly Choice<Value>[];
  onChange: (value: Value) => void;
}

/** An icon button with a menu of which one entry is chosen. The menu is loaded when it opens: public pages have one. */
export function ChoiceMenu<Value extends string>(props: ChoiceMenuProps<Value>) {
  const { label, icon, value, choices, onChange } = props;
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const menuId = useId();
  return (
    <>
      <IconButton
        aria-label={label}
        title={label}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        aria-controls={anchor ? menuId : undefined}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        {icon}
      </IconButton>
      {anchor ? (
        <Suspense>
          <ChoiceList
            id={menuId}
            label={label}
            anchor={anchor}
            value={value}
            choices={choices}
            onClose={() => setAnchor(null)}
            onChoose={(chosen: string) => onChange(chosen as Value)}
          />
        </Suspense>
      ) : null}
    </>
  );
}
