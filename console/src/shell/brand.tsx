import Box from '@mui/material/Box';
import { Link } from 'react-router';
import { useSite } from '../api/site-status.ts';
import { Mark } from './mark.tsx';

/** Mark and site name, leading home. */
export function Brand() {
  const { name } = useSite();
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
      <Mark color="primary" sx={{ fontSize: 28 }} />
      <Box component="span" sx={{ overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}>
        {name}
      </Box>
    </Box>
  );
}
