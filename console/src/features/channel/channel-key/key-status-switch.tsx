import { type ChannelKeyView, channelStatus } from '@turnpike/contract';
import { useTranslation } from 'react-i18next';
import { RowSwitch } from '../../../ui/list/row-switch.tsx';
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
  const isOn = entry.status === channelStatus.enabled;
  return (
    <RowSwitch
      undoKey={`channel key ${entry.id}`}
      name={name}
      label={t('channel:enableName', { name })}
      isOn={isOn}
      turn={(next) =>
        change
          .mutateAsync({ key_id: entry.id, status: next ? channelStatus.enabled : channelStatus.disabled })
          .catch((error) => {
            showErrorToast(error);
            throw error;
          })
      }
    >
      {isOn && entry.resting.length > 0 ? (
        <Resting resting={entry.resting} />
      ) : (
        <StatusDot tone={isOn ? 'good' : 'quiet'}>
          {t(isOn ? 'channel:enabled' : 'channel:disabled')}
        </StatusDot>
      )}
    </RowSwitch>
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
