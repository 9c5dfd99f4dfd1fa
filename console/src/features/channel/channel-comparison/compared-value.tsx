import Box from '@mui/material/Box';
import type { ChannelView } from '@turnpike/contract';
import { useChannelType } from '../../../api/channel-types.ts';
import { ChannelTypeName } from '../channel-type-name.tsx';
import { type ComparedField, type ComparisonProps, notInAll } from './compared-fields.ts';
import { ComparedModels } from './compared-models.tsx';
import { ComparedSecret } from './compared-secret.tsx';
import { useValueText } from './use-value-text.tsx';

/** Texts that name the members. */
export const fieldLabels = {
  ...({ type: 'channel:type', status: 'channel:status', base_url: 'channel:baseUrl' } as const),
  ...({ key: 'channel:keys', models: 'channel:models', model_mapping: 'channel:mapping' } as const),
  ...({ test_model: 'channel:testModel', group: 'channel:group', tag: 'channel:tag' } as const),
  ...({ priority: 'channel:priority', weight: 'channel:weight', proxy: 'channel:proxy' } as const),
  ...({ disabled_stream: 'channel:noStream', only_chat: 'channel:onlyChat' } as const),
  ...({ dialects: 'channel:dialects', model_headers: 'channel:headers' } as const),
  ...({ custom_parameter: 'channel:parameters', plugin: 'channel:plugin' } as const),
  ...({ allow_private_network: 'channel:privateNetwork', cost_ratio: 'channel:costRatio' } as const),
  ...({ requests_per_minute: 'ui:limitRequests', tokens_per_minute: 'ui:limitTokens' } as const),
  ...({ parallel_calls: 'ui:limitParallel', other: 'other' } as const),
} as const satisfies Record<ComparedField, string>;

interface ComparedValueProps extends Pick<ComparisonProps, 'channels' | 'secrets'> {
  field: ComparedField;
  channel: ChannelView;
  place: number;
}

/** The value of one channel's member. */
export function ComparedValue({ field, channel, place, channels, secrets }: ComparedValueProps) {
  const text = useValueText();
  const address = useChannelType(channel.type)?.base_url ?? '';
  switch (field) {
    case 'type':
      return <ChannelTypeName type={channel.type} />;
    case 'models': {
      const lists = channels.map(({ models }) => models.split(','));
      return <ComparedModels all={lists[place] ?? []} ownNames={notInAll(lists)[place] ?? []} />;
    }
    case 'key':
      return (
        <ComparedSecret
          shown={channel.key_hint}
          count={channel.key_count}
          marks={secrets?.keys}
          place={place}
        />
      );
    case 'proxy':
      return <ComparedSecret shown={channel.proxy} marks={secrets?.proxies} place={place} />;
    case 'base_url':
      return channel.base_url || <Quiet>{address || NOTHING}</Quiet>;
    default:
      return text(field, channel) || <Quiet>{NOTHING}</Quiet>;
  }
}

const NOTHING = '–';

const Quiet = ({ children }: { children: string }) => (
  <Box component="span" sx={{ color: 'text.secondary' }}>
    {children}
  </Box>
);
