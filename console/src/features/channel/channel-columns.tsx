import Box from '@mui/material/Box';
import type { ChannelRow } from '@turnpike/contract';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useGroupName } from '../../api/user-group.ts';
import type { DataTableColumn } from '../../ui/data-table/data-table-column.ts';
import { OpenLink } from '../../ui/list/open-link.tsx';
import { QuotaText } from '../../ui/text/quota-text.tsx';
import { StatusDot } from '../../ui/text/status-dot.tsx';
import { useFormats } from '../../ui/text/use-formats.ts';
import { useShortList } from '../../ui/text/use-short-list.ts';
import { ChannelActions } from './channel-actions.tsx';
import { KEYS_PREFIX } from './channel-api.ts';
import { BalanceCell } from './channel-balance/balance-cell.tsx';
import type { HealthOf } from './channel-health/channel-health-api.ts';
import { DayStrip } from './channel-health/day-strip.tsx';
import { HealthCell } from './channel-health/health-cell.tsx';
import { ModelNewsMark } from './channel-model/model-news-mark.tsx';
import { ChannelNumberCell } from './channel-number-cell.tsx';
import { ChannelStatusSwitch } from './channel-status-switch.tsx';
import { TagActions } from './channel-tag/tag-actions.tsx';
import { TagName } from './channel-tag/tag-name.tsx';
import { isTagRow, TAG_PREFIX, type TagRows } from './channel-tag/use-tag-rows.ts';
import { ResponseTime } from './channel-test/response-time.tsx';
import { ChannelTypeName } from './channel-type-name.tsx';

interface ChannelColumnsOptions {
  health: HealthOf;
  onOpen: (id: string | number) => void;
  tags: TagRows;
}

/** Cells that are empty in a tag's row. */
const ofChannel =
  (cell: (channel: ChannelRow) => ReactNode) =>
  (row: ChannelRow): ReactNode =>
    isTagRow(row) ? null : cell(row);

export function useChannelColumns({
  onOpen,
  tags,
  health,
}: ChannelColumnsOptions): DataTableColumn<ChannelRow>[] {
  const { t } = useTranslation(['channel', 'ui']);
  const formats = useFormats();
  const groupName = useGroupName();
  const shortList = useShortList();
  return useMemo(
    () => [
      {
        field: 'name',
        header: t('name'),
        isSortable: true,
        maxWidth: 260,
        cell: (channel) =>
          channel.tag_channels ? (
            <TagName tag={channel.tag} count={channel.tag_channels.total} rows={tags} />
          ) : (
            <>
              {tags.isExpanded(channel.tag) ? <Box component="span" aria-hidden sx={{ pl: 7 }} /> : null}
              <OpenLink id={channel.id}>{channel.name}</OpenLink>
              {channel.key_count > 1 && (
                <Box component="span" className="tabular" sx={{ ml: 2, typography: 'caption' }}>
                  <OpenLink id={`${KEYS_PREFIX}${channel.id}`}>
                    {t('keyCount', { enabled: channel.enabled_key_count, total: channel.key_count })}
                  </OpenLink>
                </Box>
              )}
              <ModelNewsMark channel={channel} />
            </>
          ),
      },
      {
        field: 'id',
        header: 'ID',
        isSortable: true,
        align: 'right',
        isHiddenAtFirst: true,
        cell: ofChannel(({ id }) => id),
      },
      {
        field: 'type',
        importance: 'low',
        header: t('type'),
        cell: (channel) => <ChannelTypeName type={channel.type} />,
      },
      {
        field: 'status',
        header: t('status'),
        isSortable: true,
        cell: (channel) =>
          channel.tag_channels ? (
            <StatusDot tone={channel.tag_channels.enabled > 0 ? 'good' : 'quiet'}>
              {t('tagEnabled', channel.tag_channels)}
            </StatusDot>
          ) : (
            <ChannelStatusSwitch channel={channel} />
          ),
      },
      {
        id: 'health',
        header: t('health'),
        cell: ofChannel(({ id }) => {
          const known = health.get(id);
          return known === undefined ? null : <HealthCell health={known} />;
        }),
      },
      {
        id: 'day',
        importance: 'medium',
        header: t('day'),
        cell: ofChannel(({ id }) => {
          const known = health.get(id);
          return known === undefined ? null : <DayStrip hours={known.hours} />;
        }),
      },
      {
        field: 'models',
        importance: 'medium',
        header: t('models'),
        maxWidth: 180,
        cell: (channel) => shortList(channel.models.split(',')),
      },
      {
        field: 'group',
        header: t('group'),
        importance: 'low',
        isSortable: true,
        cell: (channel) => shortList(channel.group.split(',').map(groupName)),
      },
      {
        field: 'response_time',
        header: t('responseTime'),
        isSortable: true,
        align: 'right',
        importance: 'medium',
        cell: ofChannel((channel) => <ResponseTime channel={channel} />),
      },
      {
        field: 'used_quota',
        header: t('used'),
        align: 'right',
        importance: 'low',
        cell: ofChannel((channel) => <QuotaText points={channel.used_quota} />),
      },
      {
        field: 'balance',
        header: t('balance'),
        align: 'right',
        importance: 'high',
        cell: ofChannel((channel) => <BalanceCell channel={channel} />),
      },
      {
        field: 'estimated_calls',
        header: t('estimatedCalls'),
        align: 'right',
        isHiddenAtFirst: true,
        cell: ofChannel((channel) => formats.number(channel.estimated_calls)),
      },
      {
        field: 'flagged_calls',
        header: t('flaggedCalls'),
        align: 'right',
        isHiddenAtFirst: true,
        cell: ofChannel((channel) => formats.number(channel.flagged_calls)),
      },
      {
        field: 'priority',
        header: t('priority'),
        isSortable: true,
        align: 'right',
        importance: 'high',
        cell: (row) => <ChannelNumberCell row={row} field="priority" />,
      },
      {
        field: 'weight',
        header: t('weight'),
        isSortable: true,
        align: 'right',
        importance: 'high',
        cell: ofChannel((channel) => <ChannelNumberCell row={channel} field="weight" />),
      },
      { field: 'tag', header: t('tag'), isHiddenAtFirst: true },
      {
        id: 'actions',
        header: t('ui:actions'),
        isHeaderHidden: true,
        align: 'right',
        cell: (channel) => (
          <Box sx={{ display: 'inline-flex' }}>
            {channel.tag_channels ? (
              <TagActions
                tag={channel.tag}
                channels={channel.tag_channels}
                onEdit={() => onOpen(`${TAG_PREFIX}${channel.tag}`)}
              />
            ) : (
              <ChannelActions channel={channel} onOpen={onOpen} />
            )}
          </Box>
        ),
      },
    ],
    [t, formats, groupName, shortList, onOpen, tags, health],
  );
}
