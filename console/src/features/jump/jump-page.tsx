import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { Navigate, useSearchParams } from 'react-router';
import { monospace } from '../../theme/fonts.ts';
import { ButtonLink } from '../../ui/action/button-link.tsx';
import { PageTitle } from '../../ui/page/page-title.tsx';
import { EmptyState } from '../../ui/state/empty-state.tsx';
import { jumpTarget } from './jump-target.ts';

/** A way out of the site that shows where it leads. */
export default function JumpPage() {
  const { t } = useTranslation('jump');
  const [search] = useSearchParams();
  const target = jumpTarget(search.get('url'), window.location.origin);
  if (target.kind === 'here') return <Navigate to={target.address} replace />;
  if (target.kind === 'refused') {
    return (
      <>
        <PageTitle title={t('refused')} />
        <EmptyState
          isPage
          kind="locked"
          title={t('refused')}
          action={<ButtonLink to="/">{t('stay')}</ButtonLink>}
        >
          {t('refusedHint')}
        </EmptyState>
      </>
    );
  }
  return (
    <Box sx={{ maxWidth: 640, mx: 'auto', mt: { xs: 2, sm: 10 }, display: 'grid', gap: 4 }}>
      <PageTitle title={t('title')} />
      <Typography variant="h1">{t('title')}</Typography>
      <Typography>{target.kind === 'app' ? t('askApp') : t('ask')}</Typography>
      <Box
        component="code"
        sx={{
          p: 3,
          bgcolor: 'background.raised',
          border: 1,
          borderColor: 'divider',
          borderRadius: '8px',
          fontFamily: monospace,
          fontSize: '0.8125rem',
          overflowWrap: 'anywhere',
        }}
      >
        {target.address}
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2 }}>
        <ButtonLink to="/" variant="contained">
          {t('stay')}
        </ButtonLink>
        <Button variant="outlined" href={target.address} rel="noreferrer noopener">
          {t('goOn')}
        </Button>
      </Box>
    </Box>
  );
}
