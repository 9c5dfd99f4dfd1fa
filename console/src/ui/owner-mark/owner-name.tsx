import Box from '@mui/material/Box';
import type { ModelOwnerView } from '@turnpike/contract';
import { OwnerMark } from './owner-mark.tsx';

/** An owner's name behind its mark. */
export function OwnerName({ owner }: { owner: Pick<ModelOwnerView, 'name' | 'icon'> }) {
  return (
    <Box
      component="span"
      sx={{
        display: 'inline-flex',
        alignItems: 'center',
        gap: '6px',
        verticalAlign: 'middle',
        whiteSpace: 'nowrap',
      }}
    >
      <OwnerMark owner={owner} size={16} />
      {owner.name}
    </Box>
  );
}
