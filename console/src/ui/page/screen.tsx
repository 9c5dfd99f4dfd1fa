import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { PageTitle } from './page-title.tsx';

interface ScreenProps {
  title: string;
  /** One line that says what the page is for. */
  purpose?: ReactNode;
  /** Help behind "?", next to the title. */
  help?: ReactNode;
  actions?: ReactNode;
  /** Below the title, where the page has several parts. */
  tabs?: ReactNode;
  children: ReactNode;
}

/** A panel page: title, purpose, actions at the right, content. */
export function Screen({ title, purpose, help, actions, tabs, children }: ScreenProps) {
  return (
    <>
      <PageTitle title={title} />
      <Box component="header" sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 3, mb: 4 }}>
        <Box sx={{ flex: '1 1 240px', minWidth: 0 }}>
          <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
            <Typography variant="h1">{title}</Typography>
            {help}
          </Box>
          {purpose ? <Typography color="textSecondary">{purpose}</Typography> : null}
        </Box>
        {actions ? (
          <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, flexWrap: 'wrap' }}>{actions}</Box>
        ) : null}
      </Box>
      {tabs ? <Box sx={{ mb: 4 }}>{tabs}</Box> : null}
      {children}
    </>
  );
}
