import Box from '@mui/material/Box';
import type { ModelOwnerView } from '@turnpike/contract';
import { markOf } from './vendor-marks.ts';

/** Only pictures of this site are drawn; what lies elsewhere would not be loaded anyway. */
const isPicture = (icon: string): boolean => /^(\/(?![/\\])|data:image\/)/.test(icon);

interface OwnerMarkProps {
  owner: Pick<ModelOwnerView, 'name' | 'icon'>;
  /** Pixels of each side. */
  size?: number;
}

/**
 * Mark of a model's owner: the site's own picture, else the vendor's mark in the colour of the text, else the first letter
 * of the name. It has no text, because the name stands next to it or nearby.
 */
export function OwnerMark({ owner: { name, icon }, size = 20 }: OwnerMarkProps) {
  const side = { width: size, height: size, flex: 'none' } as const;
  if (isPicture(icon)) {
    return (
      <Box component="img" src={icon} alt="" sx={{ ...side, objectFit: 'contain', borderRadius: '4px' }} />
    );
  }
  const mark = markOf(icon);
  if (mark !== undefined) {
    // A mask takes the colour of what it stands in, so that one file serves light and dark.
    const mask = `url("${mark}") center / contain no-repeat`;
    return (
      <Box
        component="span"
        aria-hidden
        data-mark={icon}
        sx={side}
        style={{ background: 'currentColor', mask }}
      />
    );
  }
  return (
    <Box
      component="span"
      aria-hidden
      sx={{
        ...side,
        display: 'inline-grid',
        placeItems: 'center',
        borderRadius: '4px',
        bgcolor: 'background.raised',
        color: 'text.secondary',
        border: 1,
        borderColor: 'divider',
        fontSize: size * 0.55,
        fontWeight: 600,
        lineHeight: 1,
      }}
    >
      {[...name.trim()][0]?.toUpperCase() ?? '?'}
    </Box>
  );
}
