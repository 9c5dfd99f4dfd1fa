import Box from '@mui/material/Box';
import type { UserView } from '@turnpike/contract';
import { useState } from 'react';
import { isShowablePicture } from './showable-picture.ts';

type Named = Pick<UserView, 'username' | 'display_name' | 'avatar_url'>;

/** The account's picture; where there is none that can be shown, the first letter of its name. */
export function Avatar({ user, size = 36 }: { user: Named; size?: number }) {
  const [failedUrl, setFailedUrl] = useState('');
  const { avatar_url: url } = user;
  const shape = { width: size, height: size, borderRadius: '50%', flex: 'none' };
  if (isShowablePicture(url) && url !== failedUrl) {
    return (
      <Box
        component="img"
        src={url}
        alt=""
        onError={() => setFailedUrl(url)}
        sx={{ ...shape, display: 'block', objectFit: 'cover' }}
      />
    );
  }
  return (
    <Box
      aria-hidden
      sx={{
        ...shape,
        display: 'grid',
        placeItems: 'center',
        fontSize: size * 0.42,
        fontWeight: 600,
        bgcolor: 'primary.light',
        color: 'primary.dark',
      }}
    >
      {firstLetter(user.display_name || user.username)}
    </Box>
  );
}

/** A whole character as people see it, also of scripts beyond the basic plane. */
const firstLetter = (name: string): string => [...name.trim()][0]?.toUpperCase() ?? '?';
