import MenuIcon from '@mui/icons-material/MenuOutlined';
import IconButton from '@mui/material/IconButton';
import { Suspense, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '../ui/loading/lazy-part.ts';
import type { PublicEntry, PublicLink } from './public-links.ts';

const PublicMenuList = lazyPart(() => import('./public-menu-list.tsx'));

interface PublicMenuProps {
  links: readonly PublicLink[];
  /** None while the reader is signing in. */
  entry: PublicEntry | undefined;
}

/** On phones the header's links behind one button; their code is loaded when it is opened. */
export function PublicMenu(props: PublicMenuProps) {
  const { t } = useTranslation('shell');
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const menuId = useId();
  return (
    <>
      <IconButton
        aria-label={t('openMenu')}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        aria-controls={anchor ? menuId : undefined}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <MenuIcon />
      </IconButton>
      {anchor ? (
        <Suspense>
          <PublicMenuList {...props} id={menuId} anchor={anchor} onClose={() => setAnchor(null)} />
        </Suspense>
      ) : null}
    </>
  );
}
