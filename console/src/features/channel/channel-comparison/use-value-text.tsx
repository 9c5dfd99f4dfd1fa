import { type ChannelView, channelStatus } from '@turnpike/contract';
import { useTranslation } from 'react-i18next';
import { useGroupName } from '../../../api/user-group.ts';
import { useFormats } from '../../../ui/text/use-formats.ts';
import { useShortList } from '../../../ui/text/use-short-list.ts';
import type { ComparedField } from './compared-fields.ts';

const statusWords = {
  0: 'unknownStatus',
  [channelStatus.enabled]: 'enabled',
  [channelStatus.disabled]: 'disabled',
  [channelStatus.autoDisabled]: 'autoDisabled',
} as const satisfies Record<number, string>;

/** Writes the value of a channel's member; empty where it has none. Secrets are left out. */
export function useValueText(): (
  field: Exclude<ComparedField, 'type' | 'key' | 'models'>,
  channel: ChannelView,
) => string {
  const { t } = useTranslation(['channel-comparison', 'channel']);
  const formats = useFormats();
  const groupName = useGroupName();
  const shortList = useShortList();
  return (field, channel) => {
    switch (field) {
      case 'status':
        return t(`channel:${statusWords[channel.status]}`);
      case 'group':
        return shortList(channel.group.split(',').map(groupName));
      case 'disabled_stream':
      case 'dialects':
        return shortList(channel[field]);
      case 'only_chat':
      case 'allow_private_network':
        return t(channel[field] ? 'yes' : 'no');
      case 'model_headers':
        return headerNames(channel.model_headers);
      case 'priority':
      case 'weight':
        return formats.number(channel[field]);
      case 'cost_ratio':
      case 'requests_per_minute':
      case 'tokens_per_minute':
      case 'parallel_calls':
        return channel[field] === 0 ? '' : formats.number(channel[field]);
      default:
        return channel[field];
    }
  };
}

/** The value of a header may be a secret. */
function headerNames(text: string): string {
  try {
    return Object.entries(JSON.parse(text || '{}') as Record<string, unknown>)
      .map(([name, value]) => `${name}: ${value === null ? 'null' : '***'}`)
      .join(', ');
  } catch {
    return '';
  }
}
