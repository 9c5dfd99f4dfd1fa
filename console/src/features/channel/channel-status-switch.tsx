import { type ChannelRow, channelStatus } from '@turnpike/contract';
import { useTranslation } from 'react-i18next';
import { RowSwitch } from '../../ui/list/row-switch.tsx';
import { StatusDot, type Tone } from '../../ui/text/status-dot.tsx';
import { useChannelSwitch } from './channel-api.ts';

const words = {
  0: ['unknownStatus', 'quiet'],
  [channelStatus.enabled]: ['enabled', 'good'],
  [channelStatus.disabled]: ['disabled', 'quiet'],
  [channelStatus.autoDisabled]: ['autoDisabled', 'look'],
} as const satisfies Record<number, [string, Tone]>;

export function ChannelStatusSwitch({ channel }: { channel: ChannelRow }) {
  const { t } = useTranslation('channel');
  const turn = useChannelSwitch();
  const { id, name } = channel;
  const [word, tone] = words[channel.status];
  return (
    <RowSwitch
      undoKey={`channel ${id}`}
      name={name}
      label={t('enableName', { name })}
      isOn={channel.status === channelStatus.enabled}
      turn={(isOn) => turn(channel, isOn)}
    >
      <StatusDot tone={tone}>{t(word)}</StatusDot>
    </RowSwitch>
  );
}
