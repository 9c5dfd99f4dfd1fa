import Avatar from '@mui/material/Avatar';
import type { ModelOwnerView } from '@turnpike/contract';

/** Only pictures of this site are drawn; what lies elsewhere would not be loaded anyway. */
const isPicture = (icon: string): boolean => /^(\/(?![/\\])|data:image\/)/.test(icon);

/** An owner's picture, else the first letter of its name. */
export function OwnerIcon({ owner }: { owner: Pick<ModelOwnerView, 'name' | 'icon'> }) {
  return (
    <Avatar
      variant="rounded"
      aria-hidden
      alt=""
      {...(isPicture(owner.icon) && { src: owner.icon })}
      sx={{
        width: 24,
        height: 24,
        fontSize: '0.75rem',
        fontWeight: 600,
        borderRadius: '6px',
        bgcolor: isPicture(owner.icon) ? 'transparent' : 'background.raised',
        color: 'text.secondary',
        border: 1,
        borderColor: 'divider',
        '& img': { objectFit: 'contain' },
      }}
    >
      {[...owner.name.trim()][0]?.toUpperCase() ?? '?'}
    </Avatar>
  );
}
