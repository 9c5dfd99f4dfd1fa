import DownIcon from '@mui/icons-material/ArrowDownwardOutlined';
import UpIcon from '@mui/icons-material/ArrowUpwardOutlined';
import DeleteIcon from '@mui/icons-material/DeleteOutlined';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { SwitchField } from '../../ui/form/switch-field.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import type { ChatLinkRow } from './chat-link-rows.ts';

interface ChatLinkFieldsProps {
  /** Begins the ids of its buttons: `<id>--1` moves up, `<id>-1` down. */
  id: string;
  row: ChatLinkRow;
  /** Place in the menu, from 1. */
  number: number;
  isLast: boolean;
  wrongMember: string | undefined;
  onChange: (row: ChatLinkRow) => void;
  onMove: (by: -1 | 1) => void;
  onRemove: () => void;
}

export function ChatLinkFields({ id, row, number, isLast, wrongMember, ...on }: ChatLinkFieldsProps) {
  const { t } = useTranslation('setting');
  return (
    <Box
      role="group"
      aria-label={t('chatLinkNumber', { number })}
      sx={{ display: 'grid', gap: 3, p: 3, border: 1, borderColor: 'divider', borderRadius: '8px' }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center' }}>
        <Typography variant="body2" component="span" sx={{ fontWeight: 500, flex: 1 }}>
          {t('chatLinkNumber', { number })}
        </Typography>
        <IconButton
          id={`${id}--1`}
          size="small"
          aria-label={t('chatLinkUp', { number })}
          disabled={number === 1}
          onClick={() => on.onMove(-1)}
        >
          <UpIcon fontSize="small" />
        </IconButton>
        <IconButton
          id={`${id}-1`}
          size="small"
          aria-label={t('chatLinkDown', { number })}
          disabled={isLast}
          onClick={() => on.onMove(1)}
        >
          <DownIcon fontSize="small" />
        </IconButton>
        <IconButton size="small" aria-label={t('chatLinkRemove', { number })} onClick={on.onRemove}>
          <DeleteIcon fontSize="small" />
        </IconButton>
      </Box>
      <TextField
        name={`${id}-name`}
        label={t('chatLinkName')}
        value={row.name}
        error={wrongMember === 'name' ? 'field.required' : undefined}
        onChange={(name) => on.onChange({ ...row, name })}
      />
      <TextField
        name={`${id}-url`}
        label={t('chatLinkUrl')}
        hint={t('chatLinkUrlHint')}
        placeholder="ama://set-api-key?server={server}&key={key}"
        isMonospace
        value={row.url}
        error={wrongMember === 'url' ? 'field.invalid_link' : undefined}
        onChange={(url) => on.onChange({ ...row, url })}
      />
      <SwitchField
        label={t('chatLinkShow')}
        isOn={row.show}
        onChange={(show) => on.onChange({ ...row, show })}
      />
    </Box>
  );
}
