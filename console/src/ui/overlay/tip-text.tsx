import Box from '@mui/material/Box';
import { Anchored, type AnchoredProps } from './anchored.tsx';

interface TipTextProps extends AnchoredProps {
  text: string;
  /** Px that a long text is wide at most. */
  maxWidth: number;
}

/** How a short text looks next to what it explains. */
export function TipText({ text, maxWidth, ...props }: TipTextProps) {
  return (
    // The gap belongs to it, so that the mouse does not leave it on the way.
    <Anchored role="tooltip" {...props} sx={{ py: '6px' }}>
      <Box
        sx={{
          maxWidth: `min(${maxWidth}px, calc(100vw - 32px))`,
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
        {text}
      </Box>
    </Anchored>
  );
}
