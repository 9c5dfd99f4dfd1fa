import CopyIcon from '@mui/icons-material/ContentCopyOutlined';
import DownloadIcon from '@mui/icons-material/DownloadOutlined';
import EditIcon from '@mui/icons-material/EditOutlined';
import OpenIcon from '@mui/icons-material/OpenInNewOutlined';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import { useTranslation } from 'react-i18next';
import { CopyButton } from '../../../ui/action/copy-button.tsx';
import { OutsideLink } from '../../../ui/action/text-link.tsx';
import { isShowablePicture } from '../../../ui/text/showable-picture.ts';
import { showToast } from '../../../ui/toast/toast.ts';
import { canCopyPictures, canOpen, copyPicture, type Picture, pictureName } from './picture-data.ts';

interface PictureCardProps {
  picture: Picture;
  /** Counts the pictures of one call; part of the name of the file. */
  number: string;
  prompt: string;
  /** Takes the picture as the one to edit. */
  onEdit: (file: File) => void;
}

/** A picture with everything that can be done with it. */
export function PictureCard({ picture, number, prompt, onEdit }: PictureCardProps) {
  const { t } = useTranslation('playground');
  const { address, blob } = picture;
  if (blob === null && !isShowablePicture(address))
    return <LinkedPicture address={address} number={number} />;
  const name = pictureName(picture, number);
  const isEditable = blob !== null && canOpen(picture);
  return (
    <Box component="figure" sx={{ m: 0, display: 'grid', gap: 1, alignContent: 'start' }}>
      <Box
        component="img"
        src={address}
        alt={t('madePicture', { number, prompt })}
        sx={{
          width: '100%',
          maxHeight: 480,
          objectFit: 'contain',
          borderRadius: '8px',
          border: 1,
          borderColor: 'divider',
          bgcolor: 'background.raised',
        }}
      />
      <Box component="figcaption" sx={{ display: 'flex', justifyContent: 'flex-end', gap: 1 }}>
        {isEditable ? (
          <IconButton
            size="small"
            aria-label={t('editThis', { number })}
            title={t('editThis', { number })}
            onClick={() => onEdit(new File([blob], name, { type: blob.type }))}
          >
            <EditIcon fontSize="small" />
          </IconButton>
        ) : null}
        {blob !== null && canCopyPictures() ? (
          <IconButton
            size="small"
            aria-label={t('copyPicture', { number })}
            title={t('copyPicture', { number })}
            onClick={() =>
              copyPicture(blob).then(
                () => showToast('success', t('pictureCopied')),
                () => showToast('warning', t('pictureNotCopied')),
              )
            }
          >
            <CopyIcon fontSize="small" />
          </IconButton>
        ) : null}
        <IconButton
          component="a"
          size="small"
          href={address}
          download={name}
          aria-label={t('downloadPicture', { number })}
          title={t('downloadPicture', { number })}
        >
          <DownloadIcon fontSize="small" />
        </IconButton>
        {canOpen(picture) ? (
          <IconButton
            component="a"
            size="small"
            href={address}
            target="_blank"
            rel="noreferrer"
            aria-label={t('openMade', { number })}
            title={t('openMade', { number })}
          >
            <OpenIcon fontSize="small" />
          </IconButton>
        ) : null}
      </Box>
    </Box>
  );
}

/** A picture that its vendor kept. The page asks no other host, so the reader opens it. */
function LinkedPicture({ address, number }: { address: string; number: string }) {
  const { t } = useTranslation('playground');
  return (
    <Box
      sx={{
        p: 4,
        display: 'grid',
        gap: 2,
        borderRadius: '8px',
        border: 1,
        borderColor: 'divider',
        alignContent: 'start',
      }}
    >
      <Box sx={{ color: 'text.secondary', fontSize: '0.8125rem' }}>{t('pictureElsewhere')}</Box>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, justifyContent: 'space-between' }}>
        <OutsideLink href={address}>{t('openMade', { number })}</OutsideLink>
        <CopyButton text={address} thing="task_file" />
      </Box>
    </Box>
  );
}
