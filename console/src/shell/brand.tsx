import Box from '@mui/material/Box';
import { Link } from 'react-router';
import { useSite } from '../api/site-status.ts';
import { isShowablePicture } from '../ui/text/showable-picture.ts';
import { Mark } from './mark.tsx';

/** Mark (or the owner's logo) and site name, leading home. */
export function Brand() {
  const { name, logo } = useSite();
  return (
    <Box
      component={Link}
      to="/"
      sx={{
        display: 'inline-flex',
        alignItems: 'center',
        gap: 2,
        minWidth: 0,
        color: 'text.primary',
        textDecoration: 'none',
        fontWeight: 600,
        fontSize: '1rem',
      }}
    >
      {isShowablePicture(logo) ? (
        <Box component="img" src={logo} alt="" sx={{ height: 28, maxWidth: 120, objectFit: 'contain' }} />
      ) : (
        <Mark color="primary" sx={{ fontSize: 28 }} />
      )}
      <Box component="span" sx={{ overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}>
        {name}
      </Box>
    </Box>
  );
}
