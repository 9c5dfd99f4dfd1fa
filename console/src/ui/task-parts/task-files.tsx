import DownloadIcon from '@mui/icons-material/DownloadOutlined';
import OpenIcon from '@mui/icons-material/OpenInNewOutlined';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import type { TaskFile } from '@turnpike/contract';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CopyButton } from '../action/copy-button.tsx';
import { EmptyState } from '../state/empty-state.tsx';

/** The results of a task, to look at, listen to, and take away. */
export function TaskFiles({ files }: { files: readonly TaskFile[] }) {
  return (
    <Box sx={{ display: 'grid', gap: 4 }}>
      {files.map((file) => (
        <FileView key={file.url} file={file} />
      ))}
    </Box>
  );
}

export function FileView({ file }: { file: TaskFile }) {
  const { t } = useTranslation('task-parts');
  const [isGone, setGone] = useState(false);
  const gone = () => setGone(true);
  const name = t(`file_${file.kind}`, { name: file.name });
  return (
    <Box component="figure" sx={{ m: 0, display: 'grid', gap: 1 }}>
      {isGone ? (
        <EmptyState kind="missing" title={t('fileGone')}>
          {t('fileGoneHint')}
        </EmptyState>
      ) : (
        <Player file={file} name={name} onGone={gone} />
      )}
      <Box component="figcaption" sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
        <Box
          component="span"
          sx={{
            flex: 1,
            minWidth: 0,
            color: 'text.secondary',
            fontSize: '0.75rem',
            overflowWrap: 'anywhere',
          }}
        >
          {file.name}
        </Box>
        <CopyButton
          text={new URL(file.url, window.location.href).href}
          thing="task_file"
          label={t('copyAddress')}
        />
        <IconButton
          component="a"
          size="small"
          href={`${file.url}&download=1`}
          download={file.name}
          aria-label={t('downloadOf', { name: file.name })}
          title={t('download')}
        >
          <DownloadIcon fontSize="small" />
        </IconButton>
        <IconButton
          component="a"
          size="small"
          href={file.url}
          target="_blank"
          rel="noreferrer"
          aria-label={t('openOf', { name: file.name })}
          title={t('open')}
        >
          <OpenIcon fontSize="small" />
        </IconButton>
      </Box>
    </Box>
  );
}

function Player({ file, name, onGone }: { file: TaskFile; name: string; onGone: () => void }): ReactNode {
  const look = { width: '100%', maxHeight: 420, borderRadius: '8px', bgcolor: 'background.raised' };
  if (file.kind === 'image')
    return (
      <Box
        component="img"
        src={file.url}
        alt={name}
        loading="lazy"
        onError={onGone}
        sx={{ ...look, objectFit: 'contain' }}
      />
    );
  const common = {
    src: file.url,
    controls: true,
    preload: 'metadata',
    'aria-label': name,
    onError: onGone,
  } as const;
  // Made by machines: there are no captions to offer.
  return file.kind === 'video' ? (
    <Box component="video" playsInline sx={look} {...common} />
  ) : (
    <Box component="audio" sx={{ width: '100%' }} {...common} />
  );
}
