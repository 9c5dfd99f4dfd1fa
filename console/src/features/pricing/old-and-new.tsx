import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import { visuallyHidden } from '../../ui/text/visually-hidden.ts';

interface OldAndNewProps {
  /** Undefined where there was nothing. */
  before: string | undefined;
  after: string;
}

/** A value that changes, the old one first; one that stays is shown once. */
export function OldAndNew({ before, after }: OldAndNewProps) {
  const { t } = useTranslation('pricing');
  if (before === undefined || before === after) return after;
  return (
    <>
      <Box component="del" sx={{ color: 'text.secondary', textDecoration: 'none', whiteSpace: 'nowrap' }}>
        {before} <span aria-hidden>→</span>
        <Box component="span" sx={visuallyHidden}>
          {t('becomes')}
        </Box>
      </Box>{' '}
      <Box component="ins" sx={{ fontWeight: 600, textDecoration: 'none', whiteSpace: 'nowrap' }}>
        {after}
      </Box>
    </>
  );
}
