import Box from '@mui/material/Box';
import Switch from '@mui/material/Switch';
import { type ChannelKeyView, channelStatus } from '@turnpike/contract';
import { useTranslation } from 'react-i18next';
import { useUndoableSwitch } from '../../../ui/list/use-undoable-switch.ts';
import { Tip } from '../../../ui/overlay/tip.tsx';
import { StatusDot } from '../../../ui/text/status-dot.tsx';
import { useFormats } from '../../../ui/text/use-formats.ts';
import { showErrorToast } from '../../../ui/toast/toast.ts';
import { keyName, useChangeKey } from './channel-key-api.ts';

/** Turns a key off and on, and says when it rests after a failure. */
export function KeyStatusSwitch({ channelId, entry }: { channelId: number; entry: ChannelKeyView }) {
  const { t } = useTranslation(['channel-key', 'channel', 'ui']);
  const change = useChangeKey(channelId);
  const name = keyName(entry);
  const turn = useUndoableSwitch({
    key: `channel key ${entry.id}`,
    name,
    turn: (isOn) =>
      change
        .mutateAsync({ key_id: entry.id, status: isOn ? channelStatus.enabled : channelStatus.disabled })
        .catch((error) => {
          showErrorToast(error);
          throw error;
        }),
  });
  const isOn = entry.status === channelStatus.enabled;
  return (
    <Box sx={{ display: 'inline-flex', verticalAlign: 'middle', alignItems: 'center', gap: 3 }}>
      <Switch
        checked={isOn}
        onChange={(_, turned) => turn(turned)}
        slotProps={{ input: { 'aria-label': t('channel:enableName', { name }) } }}
      />
      {isOn && entry.resting.length > 0 ? (
        <Resting resting={entry.resting} />
      ) : (
        <StatusDot tone={isOn ? 'good' : 'quiet'}>
          {t(isOn ? 'channel:enabled' : 'channel:disabled')}
        </StatusDot>
      )}
    </Box>
  );
}

/** The longest one in sight, all models on hover. */
function Resting({ resting }: Pick<ChannelKeyView, 'resting'>) {
  const { t } = useTranslation(['channel-key', 'channel', 'ui']);
  const formats = useFormats();
  const timeOf = (until: number) => formats.timeOfDay(until * 1000);
  const last = Math.max(...resting.map(({ until }) => until));
  return (
    <Tip text={resting.map(({ model, until }) => `${model}: ${timeOf(until)}`).join(' · ')}>
      <span>
        <StatusDot tone="look">{t('keyRests', { time: timeOf(last) })}</StatusDot>
      </span>
    </Tip>
  );
}
