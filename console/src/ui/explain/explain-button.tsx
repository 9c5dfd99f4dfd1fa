import ExplainIcon from '@mui/icons-material/AltRouteOutlined';
import Button from '@mui/material/Button';
import { Suspense, useState } from 'react';
import { lazyPart } from '../loading/lazy-part.ts';
import { WhileLoading } from '../loading/while-loading.tsx';
import type { ExplainStart } from './explain-start.ts';

const ExplainDialog = lazyPart(() => import('./explain-dialog.tsx'));

interface ExplainButtonProps {
  label: string;
  /** Asked for when the dialog opens. */
  start: () => ExplainStart;
  size?: 'small' | 'medium';
}

/** Opens the explanation of the choice of a channel. For administrators only. */
export function ExplainButton({ label, start, size = 'medium' }: ExplainButtonProps) {
  const [opened, setOpened] = useState<ExplainStart>();
  return (
    <>
      <Button
        variant="outlined"
        size={size}
        startIcon={<ExplainIcon />}
        onClick={() => setOpened(start())}
        sx={{ flex: 'none' }}
      >
        {label}
      </Button>
      {opened === undefined ? null : (
        <Suspense fallback={<WhileLoading />}>
          <ExplainDialog start={opened} onClose={() => setOpened(undefined)} />
        </Suspense>
      )}
    </>
  );
}
