import Box from '@mui/material/Box';
import OutlinedInput from '@mui/material/OutlinedInput';
import { useTranslation } from 'react-i18next';
import { CopyButton } from '../action/copy-button.tsx';

/** The link, whole in its field and on the clipboard. It has the address that the reader uses. */
export function InvitationLink({ code }: { code: string }) {
  const { t } = useTranslation('invitation');
  const link = `${window.location.origin}/register?aff=${encodeURIComponent(code)}`;
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, alignItems: 'center' }}>
      <OutlinedInput
        readOnly
        value={link}
        onFocus={({ target }) => target.select()}
        inputProps={{ 'aria-label': t('link') }}
        sx={{ flex: '1 1 200px', minWidth: 0 }}
      />
      <CopyButton text={link} thing="invitation" label={t('copyLink')} isLabelled />
    </Box>
  );
}
