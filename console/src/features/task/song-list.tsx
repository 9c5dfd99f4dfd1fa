import ExpandIcon from '@mui/icons-material/ExpandMoreOutlined';
import Accordion from '@mui/material/Accordion';
import AccordionDetails from '@mui/material/AccordionDetails';
import AccordionSummary from '@mui/material/AccordionSummary';
import Box from '@mui/material/Box';
import List from '@mui/material/List';
import ListItem from '@mui/material/ListItem';
import ListItemButton from '@mui/material/ListItemButton';
import ListItemText from '@mui/material/ListItemText';
import Typography from '@mui/material/Typography';
import type { TaskFile } from '@turnpike/contract';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FileView } from '../../ui/task-parts/task-files.tsx';
import { CodeBlock } from '../../ui/text/code-block.tsx';
import type { Song } from './songs-of.ts';

const SHOWN_PROMPT_LENGTH = 30;

/** Songs at the left; players, lyrics and the vendor's words of the chosen one at the right. */
export function SongList({ songs, files }: { songs: readonly Song[]; files: readonly TaskFile[] }) {
  const { t } = useTranslation('task');
  const [chosen, setChosen] = useState(0);
  const song = songs[Math.min(chosen, songs.length - 1)];
  if (song === undefined) return null;
  const fileOf = (url: string) => files.find((file) => file.url === url);
  const audio = fileOf(song.audioUrl);
  const video = fileOf(song.videoUrl);
  return (
    <Box
      sx={{
        display: 'grid',
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: '200px minmax(0, 1fr)' },
        gap: 4,
      }}
    >
      <List dense disablePadding aria-label={t('songs')}>
        {songs.map((one, index) => (
          <ListItem key={one.id || index} disablePadding>
            <ListItemButton
              selected={one === song}
              aria-current={one === song}
              onClick={() => setChosen(index)}
              sx={{ gap: 2, borderRadius: '8px' }}
            >
              <Cover url={one.imageUrl} />
              <ListItemText
                primary={one.title || t('untitled')}
                secondary={cut(one.prompt)}
                slotProps={{ primary: { noWrap: true }, secondary: { noWrap: true } }}
              />
            </ListItemButton>
          </ListItem>
        ))}
      </List>
      <Box>
        <Fold title={t('audio')} isOpen>
          {audio ? <FileView key={audio.url} file={audio} /> : t('stillMade')}
        </Fold>
        {video ? (
          <Fold title={t('video')}>
            <FileView key={video.url} file={video} />
          </Fold>
        ) : null}
        {song.lyrics ? (
          <Fold title={t('lyrics')}>
            <Typography sx={{ whiteSpace: 'pre-wrap' }}>{song.lyrics}</Typography>
          </Fold>
        ) : null}
        <Fold title={t('raw')}>
          <CodeBlock code={song.raw} label={t('raw')} />
        </Fold>
      </Box>
    </Box>
  );
}

const cut = (text: string): string =>
  text.length <= SHOWN_PROMPT_LENGTH ? text : `${text.slice(0, SHOWN_PROMPT_LENGTH)}…`;

/** A cover that its vendor has no more is an empty square. */
function Cover({ url }: { url: string }) {
  const [isBroken, setBroken] = useState(false);
  const square = { width: 40, height: 40, borderRadius: '6px', flex: 'none' };
  if (url === '' || isBroken) return <Box sx={{ ...square, bgcolor: 'background.raised' }} />;
  return (
    <Box
      component="img"
      src={url}
      alt=""
      loading="lazy"
      onError={() => setBroken(true)}
      sx={{ ...square, objectFit: 'cover' }}
    />
  );
}

/** Content is drawn when it is opened for the first time, so that players load nothing before. */
function Fold({ title, isOpen = false, children }: { title: string; isOpen?: boolean; children: ReactNode }) {
  return (
    <Accordion defaultExpanded={isOpen} disableGutters slotProps={{ transition: { unmountOnExit: true } }}>
      <AccordionSummary expandIcon={<ExpandIcon />}>{title}</AccordionSummary>
      <AccordionDetails>{children}</AccordionDetails>
    </Accordion>
  );
}
