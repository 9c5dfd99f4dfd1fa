import CloseIcon from '@mui/icons-material/CloseOutlined';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import { useTranslation } from 'react-i18next';

export function DrawerHead({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('ui');
  return (
    <Box sx={{ display: 'flex', justifyContent: 'flex-end', p: 2 }}>
      <IconButton aria-label={t('close')} onClick={onClose}>
        <CloseIcon />
      </IconButton>
    </Box>
  );
}
