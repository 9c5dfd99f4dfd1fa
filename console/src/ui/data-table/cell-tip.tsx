import Box from '@mui/material/Box';
import Popper from '@mui/material/Popper';
import { type RefObject, useEffect, useId, useState } from 'react';
import { CellTipWatch, type ShownTip } from './cell-tip-watch.ts';

/** The whole text of a cell that is cut off: one for all cells of a list. */
export default function CellTip({ list }: { list: RefObject<HTMLElement | null> }) {
  const id = useId();
  const [tip, setTip] = useState<ShownTip | null>(null);
  const [watch] = useState(() => new CellTipWatch(id, setTip));
  useEffect(() => (list.current ? watch.attach(list.current) : undefined), [watch, list]);
  return (
    <Popper
      id={id}
      role="tooltip"
      open={tip !== null}
      anchorEl={tip?.anchor ?? null}
      placement="top-start"
      // Leaves the mark of the focus in sight.
      modifiers={aside}
      onPointerEnter={watch.stay}
      onPointerLeave={watch.leave}
      sx={{ zIndex: 'tooltip' }}
    >
      <Box
        sx={{
          maxWidth: 'min(480px, calc(100vw - 32px))',
          maxHeight: '40vh',
          overflow: 'auto',
          px: 2,
          py: 1,
          borderRadius: '6px',
          fontSize: 12,
          fontWeight: 500,
          lineHeight: 1.4,
          overflowWrap: 'anywhere',
          whiteSpace: 'pre-line',
          color: 'common.white',
          bgcolor: 'Tooltip.bg',
        }}
      >
        {tip?.text}
      </Box>
    </Popper>
  );
}

const aside = [{ name: 'offset', options: { offset: [0, 4] } }];
