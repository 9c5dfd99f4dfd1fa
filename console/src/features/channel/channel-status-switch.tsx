import Box from '@mui/material/Box';
import Switch from '@mui/material/Switch';
import { type ChannelView, channelStatus } from '@turnpike/contract';
import { useTranslation } from 'react-i18next';
import { useUndoableSwitch } from '../../ui/list/use-undoable-switch.ts';
import { StatusDot, type Tone } from '../../ui/text/status-dot.tsx';
import { useSetChannelStatus } from './channel-api.ts';

const words = {
  0: ['unknownStatus', 'quiet'],
  [channelStatus.enabled]: ['enabled', 'good'],
  [channelStatus.disabled]: ['disabled', 'quiet'],
  [channelStatus.autoDisabled]: ['autoDisabled', 'look'],
} as const satisfies Record<number, [string, Tone]>;

export function ChannelStatusSwitch({ channel }: { channel: ChannelView }) {
  const { t } = useTranslation('channel');
  const setStatus = useSetChannelStatus();
  const change = useUndoableSwitch({
    key: `channel ${channel.id}`,
    name: channel.name,
    turn: (isOn) =>
      setStatus.mutateAsync({
        id: channel.id,
        status: isOn ? channelStatus.enabled : channelStatus.disabled,
      }),
  });
  const [word, tone] = words[channel.status];
  return (
    <Box sx={{ display: 'inline-flex', verticalAlign: 'middle', alignItems: 'center', gap: 3 }}>
      <Switch
        checked={channel.status === channelStatus.enabled}
        onChange={(_, isOn) => change(isOn)}
        slotProps={{ input: { 'aria-label': t('enableName', { name: channel.name }) } }}
      />
      <StatusDot tone={tone}>{t(word)}</StatusDot>
    </Box>
  );
}
