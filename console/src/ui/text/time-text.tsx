import Box from '@mui/material/Box';
import { Tip } from '../overlay/tip.tsx';
import { useFormats } from './use-formats.ts';

interface TimeTextProps {
  epochSeconds: number;
  /** Shows the exact time in place; otherwise it is in the tooltip. */
  isExact?: boolean;
}

/** A point in time, relative, with the exact one and its time zone on hover. */
export function TimeText({ epochSeconds, isExact = false }: TimeTextProps) {
  const formats = useFormats();
  const exact = formats.zonedTime(epochSeconds);
  const time = (
    <Box
      component="time"
      className="tabular"
      dateTime={new Date(epochSeconds * 1000).toISOString()}
      sx={{ whiteSpace: isExact ? 'normal' : 'nowrap' }}
    >
      {isExact ? exact : formats.relativeTime(epochSeconds)}
    </Box>
  );
  return isExact ? time : <Tip text={exact}>{time}</Tip>;
}
