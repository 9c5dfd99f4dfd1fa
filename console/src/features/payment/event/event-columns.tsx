import Box from '@mui/material/Box';
import { useQuery } from '@tanstack/react-query';
import type { OrderEvent } from '@turnpike/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { monospace } from '../../../theme/fonts.ts';
import { TextLink } from '../../../ui/action/text-link.tsx';
import type { DataTableColumn } from '../../../ui/data-table/data-table-column.ts';
import { OpenLink } from '../../../ui/list/open-link.tsx';
import { TimeText } from '../../../ui/text/time-text.tsx';
import { gatewayChoicesQuery } from '../gateway/gateway-api.ts';
import { VerdictText } from './event-entry.tsx';

export function useEventColumns(): DataTableColumn<OrderEvent>[] {
  const { t } = useTranslation('payment');
  const gateways = useQuery(gatewayChoicesQuery).data;
  return useMemo(() => {
    const nameOf = (id: number) => gateways?.find(({ value }) => value === id)?.label ?? `#${id}`;
    return [
      {
        field: 'created_at',
        header: t('time'),
        cell: (event) => (
          <OpenLink id={event.id}>
            <TimeText epochSeconds={event.created_at} />
          </OpenLink>
        ),
      },
      { field: 'source', header: t('source'), cell: (event) => t(`source_${event.source}`) },
      { field: 'verdict', header: t('verdict'), cell: (event) => <VerdictText event={event} /> },
      { field: 'reason', header: t('reason'), maxWidth: 360 },
      {
        field: 'gateway_id',
        header: t('gateway'),
        importance: 'medium',
        maxWidth: 180,
        cell: (event) => nameOf(event.gateway_id),
      },
      {
        field: 'trade_no',
        header: t('tradeNo'),
        importance: 'medium',
        maxWidth: 240,
        cell: (event) =>
          event.trade_no === '' ? null : (
            <TextLink to={`?trade_no=${event.trade_no}#order`}>
              <Box component="span" sx={{ fontFamily: monospace, fontSize: '0.75rem' }}>
                {event.trade_no}
              </Box>
            </TextLink>
          ),
      },
      { field: 'ip', header: t('ip'), importance: 'low' },
    ];
  }, [t, gateways]);
}
