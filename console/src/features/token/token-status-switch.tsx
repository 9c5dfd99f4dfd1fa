import Box from '@mui/material/Box';
import Switch from '@mui/material/Switch';
import { type TokenView, tokenStatus } from '@turnpike/contract';
import { useTranslation } from 'react-i18next';
import { useUndoableSwitch } from '../../ui/list/use-undoable-switch.ts';
import { StatusDot, type Tone } from '../../ui/text/status-dot.tsx';
import { useSetTokenStatus } from './token-api.ts';

const words = {
  [tokenStatus.enabled]: ['enabled', 'good'],
  [tokenStatus.disabled]: ['disabled', 'quiet'],
  [tokenStatus.expired]: ['expired', 'look'],
  [tokenStatus.exhausted]: ['exhausted', 'look'],
} as const satisfies Record<number, [string, Tone]>;

export function TokenStatusSwitch({ token }: { token: TokenView }) {
  const { t } = useTranslation('token');
  const setStatus = useSetTokenStatus();
  const change = useUndoableSwitch({
    key: `token ${token.id}`,
    name: token.name,
    turn: (isOn) =>
      setStatus.mutateAsync({ id: token.id, status: isOn ? tokenStatus.enabled : tokenStatus.disabled }),
  });
  const [word, tone] = words[token.status];
  return (
    <Box sx={{ display: 'inline-flex', verticalAlign: 'middle', alignItems: 'center', gap: 3 }}>
      <Switch
        checked={token.status === tokenStatus.enabled}
        onChange={(_, isOn) => change(isOn)}
        slotProps={{ input: { 'aria-label': t('enableName', { name: token.name }) } }}
      />
      <StatusDot tone={tone}>{t(word)}</StatusDot>
    </Box>
  );
}
