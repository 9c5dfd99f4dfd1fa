import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import { useSite } from '../api/site-status.ts';
import { TextLink } from '../ui/action/text-link.tsx';
import { OwnerText } from '../ui/text/owner-text.tsx';

const PRODUCT = 'Turnpike';

/** The owner's text; without one, what runs here and under which licence. */
export function PublicFooter() {
  const { t } = useTranslation('shell');
  const { name, version, footer } = useSite();
  return (
    <Box
      component="footer"
      sx={{
        minHeight: 64,
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        justifyContent: 'center',
        columnGap: 3,
        color: 'text.secondary',
        fontSize: '0.75rem',
        px: 4,
        py: 3,
        textAlign: 'center',
      }}
    >
      {footer.trim() === '' ? (
        <>
          {name === PRODUCT ? null : <span>{name}</span>}
          <span>{t('runsOn', { version })}</span>
          <TextLink to="/about#licence">{t('licence')}</TextLink>
        </>
      ) : (
        <OwnerText text={footer} />
      )}
    </Box>
  );
}
