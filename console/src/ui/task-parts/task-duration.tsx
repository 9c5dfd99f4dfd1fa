import Box from '@mui/material/Box';
import { useFormats } from '../text/use-formats.ts';

/** Longer ones stand out. As in one-hub. */
const LONG_SECONDS = 60;

/** The time from submission to the end; a dash while there is none. */
export function TaskDuration({ from, to }: { from: number; to: number }) {
  const formats = useFormats();
  if (to === 0 || from === 0) return '–';
  const seconds = Math.max(0, to - from);
  return (
    <Box component="span" className="tabular" sx={seconds > LONG_SECONDS ? { color: 'error.main' } : {}}>
      {formats.duration(seconds * 1000)}
    </Box>
  );
}
