import MuiAvatar from '@mui/material/Avatar';
import type { UserView } from '@turnpike/contract';
import { isShowablePicture } from './showable-picture.ts';

type Named = Pick<UserView, 'username' | 'display_name' | 'avatar_url'>;

/** The account's picture; where there is none that may be shown, the first letter of its name. */
export function Avatar({ user, size = 36 }: { user: Named; size?: number }) {
  const name = user.display_name || user.username;
  return (
    <MuiAvatar
      {...(isShowablePicture(user.avatar_url) ? { src: user.avatar_url } : {})}
      alt=""
      sx={{
        width: size,
        height: size,
        fontSize: size * 0.42,
        fontWeight: 600,
        bgcolor: 'primary.light',
        color: 'primary.dark',
      }}
    >
      {firstLetter(name)}
    </MuiAvatar>
  );
}

/** A whole character as people see it, also of scripts beyond the basic plane. */
export const firstLetter = (name: string): string => [...name.trim()][0]?.toUpperCase() ?? '?';
