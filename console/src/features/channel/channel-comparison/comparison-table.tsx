import Box from '@mui/material/Box';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import type { ChannelView, SecretComparison } from '@turnpike/contract';
import { useTranslation } from 'react-i18next';
import { useChannelType } from '../../../api/channel-types.ts';
import { StatusDot } from '../../../ui/text/status-dot.tsx';
import { ChannelTypeName } from '../channel-type-name.tsx';
import { type ComparedField, notInAll } from './compared-fields.ts';
import { ComparedModels } from './compared-models.tsx';
import { ComparedSecret } from './compared-secret.tsx';
import { useValueText } from './use-value-text.tsx';

const labels = {
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

interface ComparisonTableProps {
  channels: readonly ChannelView[];
  fields: readonly ComparedField[];
  differing: ReadonlySet<ComparedField>;
  /** Undefined while they were not compared. */
  secrets: SecretComparison | undefined;
}

/** A row for each member, a column for each channel. */
export function ComparisonTable({ channels, fields, differing, secrets }: ComparisonTableProps) {
  const { t } = useTranslation(['channel-comparison', 'channel', 'ui']);
  return (
    <TableContainer tabIndex={0} role="region" aria-label={t('table')}>
      <Table
        size="small"
        aria-label={t('table')}
        sx={{
          tableLayout: 'fixed',
          minWidth: 170 + channels.length * 180,
          '& td, & th': { verticalAlign: 'top', overflowWrap: 'anywhere', whiteSpace: 'normal' },
          '& th:first-of-type': { position: 'sticky', left: 0, zIndex: 1, width: { xs: 130, sm: 190 } },
          '& th:first-of-type, & thead th': { bgcolor: 'background.paper' },
        }}
      >
        <TableHead>
          <TableRow>
            <TableCell component="th">{t('member')}</TableCell>
            {channels.map(({ id, name }) => (
              <TableCell key={id} component="th" scope="col">
                {name}
              </TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {fields.map((field) => (
            <TableRow key={field}>
              <TableCell component="th" scope="row">
                {t(labels[field])}
                {differing.has(field) ? (
                  <Box sx={{ fontWeight: 400 }}>
                    <StatusDot tone="look">{t('differs')}</StatusDot>
                  </Box>
                ) : null}
              </TableCell>
              {channels.map((channel, place) => (
                <TableCell key={channel.id}>
                  <Value {...{ field, channel, place, channels, secrets }} />
                </TableCell>
              ))}
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </TableContainer>
  );
}

interface ValueProps extends Pick<ComparisonTableProps, 'channels' | 'secrets'> {
  field: ComparedField;
  channel: ChannelView;
  place: number;
}

function Value({ field, channel, place, channels, secrets }: ValueProps) {
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
        <ComparedSecret shown={channel.key_hint} count={channel.key_count} mark={secrets?.keys[place]} />
      );
    case 'proxy':
      return <ComparedSecret shown={channel.proxy} mark={secrets?.proxies[place]} />;
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
