import ExplainIcon from '@mui/icons-material/AltRouteOutlined';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import { Suspense, useState } from 'react';
import { lazyPart } from '../loading/lazy-part.ts';
import { WhileLoading } from '../loading/while-loading.tsx';
import { Tip } from '../overlay/tip.tsx';
import type { ExplainStart } from './explain-start.ts';

const ExplainDialog = lazyPart(() => import('./explain-dialog.tsx'));

interface ExplainButtonProps {
  label: string;
  /** Asked for when the dialog opens. */
  start: () => ExplainStart;
  size?: 'small' | 'medium';
  /** Shows the sign alone, where there is little room. */
  isIcon?: boolean;
}

/** Opens the explanation of the choice of a channel. For administrators only. */
export function ExplainButton({ label, start, size = 'medium', isIcon = false }: ExplainButtonProps) {
  const [opened, setOpened] = useState<ExplainStart>();
  const open = () => setOpened(start());
  return (
    <>
      {isIcon ? (
        <Tip text={label}>
          <IconButton aria-label={label} onClick={open} sx={{ flex: 'none' }}>
            <ExplainIcon fontSize="small" />
          </IconButton>
        </Tip>
      ) : (
        <Button variant="outlined" size={size} startIcon={<ExplainIcon />} onClick={open}>
          {label}
        </Button>
      )}
      {opened === undefined ? null : (
        <Suspense fallback={<WhileLoading />}>
          <ExplainDialog start={opened} onClose={() => setOpened(undefined)} />
        </Suspense>
      )}
    </>
  );
}
