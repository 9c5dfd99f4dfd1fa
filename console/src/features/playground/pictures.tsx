import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import { OutsideLink } from '../../ui/action/text-link.tsx';
import { isShowablePicture } from '../../ui/text/showable-picture.ts';

interface PicturesProps {
  addresses: readonly string[];
  /** Name of a picture by its number. */
  nameOf: (number: number) => string;
}

/** Pictures of a conversation; those of other hosts stand behind a link, because the console asks no other host. */
export function Pictures({ addresses, nameOf }: PicturesProps) {
  const { t } = useTranslation('playground');
  if (addresses.length === 0) return null;
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2 }}>
      {addresses.map((address, index) => {
        const key = `picture-${index + 1}`;
        if (!isShowablePicture(address))
          return /^https?:/.test(address) ? (
            <OutsideLink key={key} href={address}>
              {t('openPicture', { name: nameOf(index + 1) })}
            </OutsideLink>
          ) : null;
        return (
          <Box
            key={key}
            component="img"
            src={address}
            alt={nameOf(index + 1)}
            sx={{
              maxWidth: '100%',
              maxHeight: 320,
              borderRadius: '8px',
              border: 1,
              borderColor: 'divider',
            }}
          />
        );
      })}
    </Box>
  );
}
