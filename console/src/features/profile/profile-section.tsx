import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import { type ReactNode, useId } from 'react';

interface ProfileSectionProps {
  title: string;
  about?: ReactNode;
  action?: ReactNode;
  children: ReactNode;
}

/** A card of the profile, with a sentence on what it decides. */
export function ProfileSection({ title, about, action, children }: ProfileSectionProps) {
  const id = useId();
  return (
    <Card component="section" aria-labelledby={id} sx={{ p: 5 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'flex-start', gap: 3, mb: 4 }}>
        <Box sx={{ flex: '1 1 260px', minWidth: 0 }}>
          <Typography id={id} variant="h2">
            {title}
          </Typography>
          {about ? (
            <Typography variant="body2" color="textSecondary">
              {about}
            </Typography>
          ) : null}
        </Box>
        {action}
      </Box>
      {children}
    </Card>
  );
}
