import CloseIcon from '@mui/icons-material/CloseOutlined';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import { useTranslation } from 'react-i18next';
import type { AttachedPicture } from './picture-files.ts';

interface AttachedPicturesProps {
  pictures: readonly AttachedPicture[];
  onRemove: (id: number) => void;
}

/** Pictures that go with the next message; each can be taken away again. */
export function AttachedPictures({ pictures, onRemove }: AttachedPicturesProps) {
  const { t } = useTranslation('playground');
  if (pictures.length === 0) return null;
  return (
    <Box
      component="ul"
      aria-label={t('attached')}
      sx={{ m: 0, p: 0, listStyle: 'none', display: 'flex', flexWrap: 'wrap', gap: 2, mb: 1 }}
    >
      {pictures.map(({ id, name, address }) => (
        <Box key={id} component="li" sx={{ display: 'flex', alignItems: 'flex-start' }}>
          <Box
            component="img"
            src={address}
            alt={name}
            sx={{
              height: 56,
              maxWidth: 120,
              objectFit: 'cover',
              borderRadius: '8px',
              border: 1,
              borderColor: 'divider',
            }}
          />
          <IconButton size="small" aria-label={t('removePicture', { name })} onClick={() => onRemove(id)}>
            <CloseIcon fontSize="small" />
          </IconButton>
        </Box>
      ))}
    </Box>
  );
}
