import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';

interface EmptyStateProps {
  title: string;
  /** The next useful step, in a sentence. */
  children?: ReactNode;
  action?: ReactNode;
  /** Stands for the whole page, so its title is the page's. */
  isPage?: boolean;
}

export function EmptyState({ title, children, action, isPage = false }: EmptyStateProps) {
  return (
    <Box sx={{ py: 10, px: 4, display: 'grid', justifyItems: 'center', gap: 2, textAlign: 'center' }}>
      <Typography variant="h2" component={isPage ? 'h1' : 'p'}>
        {title}
      </Typography>
      {children ? (
        <Typography color="textSecondary" sx={{ maxWidth: '56ch' }}>
          {children}
        </Typography>
      ) : null}
      {action ? (
        <Box sx={{ mt: 2, display: 'flex', gap: 2, flexWrap: 'wrap', justifyContent: 'center' }}>
          {action}
        </Box>
      ) : null}
    </Box>
  );
}
