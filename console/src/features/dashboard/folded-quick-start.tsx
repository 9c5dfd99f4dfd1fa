import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '../../ui/loading/lazy-part.ts';

const QuickStart = lazyPart(() => import('./quick-start.tsx'));

/** The quick start for those who have called before: one line until they want it. */
export function FoldedQuickStart() {
  const { t } = useTranslation('dashboard');
  const [isOpen, setOpen] = useState(false);
  if (isOpen) {
    return (
      <Suspense fallback={<Skeleton variant="rounded" height={320} />}>
        <QuickStart />
      </Suspense>
    );
  }
  return (
    <Card
      component="section"
      aria-labelledby="folded-start"
      sx={{ p: 5, display: 'flex', alignItems: 'center', gap: 4, flexWrap: 'wrap' }}
    >
      <Box sx={{ flex: '1 1 240px', minWidth: 0 }}>
        <Typography id="folded-start" variant="h2">
          {t('startTitle')}
        </Typography>
        <Typography color="textSecondary">{t('startAbout')}</Typography>
      </Box>
      <Button variant="outlined" onClick={() => setOpen(true)}>
        {t('openStart')}
      </Button>
    </Card>
  );
}
