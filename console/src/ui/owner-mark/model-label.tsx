import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import { useOwnerOfModel } from '../../api/model-owners.ts';
import { OwnerMark } from './owner-mark.tsx';

interface ModelLabelProps {
  model: string;
  /** Name of whom the model is of, where it is known; otherwise it is looked up. */
  owner?: string;
  /** Shown in place of the model's name. */
  children?: ReactNode;
}

/** A model's name behind its owner's mark. */
export function ModelLabel({ model, owner, children }: ModelLabelProps) {
  const ownerOf = useOwnerOfModel();
  return (
    <Box
      component="span"
      sx={{
        display: 'inline-flex',
        alignItems: 'center',
        gap: '6px',
        maxWidth: '100%',
        // A mark has no line of text to stand on.
        verticalAlign: 'middle',
      }}
    >
      <OwnerMark owner={ownerOf(model, owner) ?? { name: model, icon: '' }} size={16} />
      <Box component="span" sx={{ minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis' }}>
        {children ?? model}
      </Box>
    </Box>
  );
}
