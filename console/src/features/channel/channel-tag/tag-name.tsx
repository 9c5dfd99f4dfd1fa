import OpenIcon from '@mui/icons-material/ExpandMoreOutlined';
import ClosedIcon from '@mui/icons-material/NavigateNextOutlined';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import { useTranslation } from 'react-i18next';
import { OpenLink } from '../../../ui/list/open-link.tsx';
import { TAG_PREFIX, type TagRows } from './use-tag-rows.ts';

interface TagNameProps {
  tag: string;
  count: number;
  rows: TagRows;
}

/** The name of a tag, with what shows or hides its channels. */
export function TagName({ tag, count, rows }: TagNameProps) {
  const { t } = useTranslation('channel');
  const isOpen = rows.isExpanded(tag);
  return (
    <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 1, ml: -2 }}>
      <IconButton
        size="small"
        aria-label={t('showTagged', { tag })}
        aria-expanded={isOpen}
        onClick={() => rows.toggle(tag)}
      >
        {isOpen ? <OpenIcon fontSize="small" /> : <ClosedIcon fontSize="small" />}
      </IconButton>
      <OpenLink id={`${TAG_PREFIX}${tag}`}>{tag}</OpenLink>
      <Box component="span" sx={{ color: 'text.secondary', ml: 1 }}>
        {t('tagRow', { count })}
      </Box>
    </Box>
  );
}
