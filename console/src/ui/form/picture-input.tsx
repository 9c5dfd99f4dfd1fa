import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import { useWatch } from 'react-hook-form';
import { TextInput } from './text-input.tsx';

interface PictureInputProps {
  name: string;
  label: string;
  hint: string;
  /** The address as it was saved, and what is drawn for it. */
  saved?: { address: string; shown: string } | undefined;
  draw: (address: string) => ReactNode;
}

/** A field for the address of a picture, with what will be drawn next to it: of another host's picture the kept copy. */
export function PictureInput({ name, label, hint, saved, draw }: PictureInputProps) {
  const address: string = useWatch({ name });
  return (
    <Box sx={{ display: 'flex', gap: 3, alignItems: 'flex-start' }}>
      <TextInput name={name} label={label} hint={hint} isOptional />
      <Box sx={{ mt: '20px', height: 36, display: 'flex', alignItems: 'center' }}>
        {draw(address === saved?.address ? saved.shown : address)}
      </Box>
    </Box>
  );
}
