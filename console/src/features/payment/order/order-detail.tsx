import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import type { OrderState, OrderView, OutputOf, orderCalls } from '@turnpike/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { monospace } from '../../../theme/fonts.ts';
import { ButtonLink } from '../../../ui/action/button-link.tsx';
import { CopyButton } from '../../../ui/action/copy-button.tsx';
import { TextLink } from '../../../ui/action/text-link.tsx';
import { DetailList } from '../../../ui/text/detail-list.tsx';
import { QuotaText } from '../../../ui/text/quota-text.tsx';
import { StatusDot, type Tone } from '../../../ui/text/status-dot.tsx';
import { TimeText } from '../../../ui/text/time-text.tsx';
import { useFormats } from '../../../ui/text/use-formats.ts';
import { EventEntry } from '../event/event-entry.tsx';
import type { StartedRefund } from './refund-form.tsx';
import type { OrderRefund } from './settle-refund-form.tsx';

type WholeOrder = OutputOf<typeof orderCalls.get>;

interface OrderDetailProps {
  order: WholeOrder;
  /** Sends a refund again that the gateway did not answer. */
  onSendAgain: (refund: StartedRefund) => void;
  onSettle: (refund: OrderRefund) => void;
}

export function OrderDetail({ order, onSendAgain, onSettle }: OrderDetailProps) {
  const { t } = useTranslation('payment');
  const formats = useFormats();
  const money = (amount: number) => formats.money(amount, order.order_currency);
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 6 }}>
      <WhatNow order={order} />
      <DetailList
        entries={[
          {
            name: t('user'),
            value: (
              <TextLink to={`/panel/user?open=${order.user_id}`}>
                {`${order.username} #${order.user_id}`}
              </TextLink>
            ),
          },
          { name: t('toPay'), value: money(order.order_amount) },
          { name: t('amountUsd'), value: formats.number(order.amount) },
          { name: t('fee'), value: order.fee === 0 ? undefined : money(order.fee) },
          { name: t('discount'), value: order.discount === 0 ? undefined : money(order.discount) },
          { name: t('points'), value: <QuotaText points={order.quota} /> },
          {
            name: t('bonus'),
            value: order.bonus_quota === 0 ? undefined : <QuotaText points={order.bonus_quota} />,
          },
          {
            name: t('refunded'),
            value: order.refunded_amount === 0 ? undefined : money(order.refunded_amount),
          },
          { name: t('gateway'), value: `${order.gateway_name} #${order.gateway_id}` },
          { name: t('tradeNo'), value: <CopiedNumber text={order.trade_no} label={t('copyTradeNo')} /> },
          {
            name: t('gatewayNo'),
            value:
              order.gateway_no === '' ? undefined : (
                <CopiedNumber text={order.gateway_no} label={t('copyGatewayNo')} />
              ),
          },
          { name: t('createdAt'), value: <TimeText epochSeconds={order.created_at} isExact /> },
          {
            name: t('paidAt'),
            value: order.paid_at === 0 ? t('notPaid') : <TimeText epochSeconds={order.paid_at} isExact />,
          },
          { name: t('expiresAt'), value: <TimeText epochSeconds={order.expires_at} isExact /> },
        ]}
      />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2 }}>
        <ButtonLink size="small" to={`/panel/statement?view=entries&range=all&user=${order.user_id}`}>
          {t('showStatement')}
        </ButtonLink>
        <ButtonLink
          size="small"
          to={`/panel/log?${new URLSearchParams({ range: 'all', log_type: '1', username: order.username })}`}
        >
          {t('showLog')}
        </ButtonLink>
      </Box>
      {order.refunds.length > 0 ? (
        <Part title={t('refunds')}>
          <Entries>
            {order.refunds.map((refund) => (
              <RefundEntry
                key={refund.id}
                refund={refund}
                order={order}
                onSendAgain={() => onSendAgain(refund)}
                onSettle={() => onSettle(refund)}
              />
            ))}
          </Entries>
        </Part>
      ) : null}
      <Part title={t('events')}>
        {order.events.length === 0 ? (
          <Typography color="textSecondary">{t('noOrderEvents')}</Typography>
        ) : (
          <Entries>
            {order.events.map((event) => (
              <Box component="li" key={event.id}>
                <EventEntry event={event} />
              </Box>
            ))}
          </Entries>
        )}
      </Part>
    </Box>
  );
}

const severities: Record<OrderState, 'info' | 'success' | 'warning' | 'error'> = {
  created: 'info',
  pending: 'info',
  paid: 'warning',
  credited: 'success',
  closed: 'info',
  failed: 'error',
  refunded: 'info',
  disputed: 'error',
};

/** The state in words and the next step, with the last fault in the gateway's reports. */
function WhatNow({ order }: { order: WholeOrder }) {
  const { t } = useTranslation('payment');
  const { state, note, refunds, events } = order;
  const isWaiting = refunds.some(({ kind, state }) => kind === 'refund' && state === 'pending');
  const isPaid = state === 'credited' || state === 'refunded';
  const [last] = events;
  const hasFault = !isPaid && (last?.verdict === 'refused' || last?.verdict === 'failed');
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <Alert severity={severities[state]}>
        <AlertTitle>{t(`state_${state}`)}</AlertTitle>
        {note === '' ? null : <Box sx={{ mb: 1, overflowWrap: 'anywhere' }}>{note}</Box>}
        {t(`next_${state}`)}
      </Alert>
      {isWaiting ? <Alert severity="warning">{t('refundWaits')}</Alert> : null}
      {hasFault && last ? (
        <Alert severity="warning">
          <AlertTitle>{t(`fault_${last.verdict as 'refused' | 'failed'}`)}</AlertTitle>
          <Box sx={{ overflowWrap: 'anywhere' }}>{last.reason}</Box>
        </Alert>
      ) : null}
    </Box>
  );
}

const refundTones: Record<OrderRefund['state'], Tone> = { pending: 'look', done: 'good', failed: 'broken' };

interface RefundEntryProps {
  refund: OrderRefund;
  order: OrderView;
  onSendAgain: () => void;
  onSettle: () => void;
}

function RefundEntry({ refund, order, onSendAgain, onSettle }: RefundEntryProps) {
  const { t } = useTranslation('payment');
  const formats = useFormats();
  const { kind, amount, quota, owed_quota, state, reason, created_at } = refund;
  return (
    <Box component="li" sx={{ display: 'grid', gap: 1, justifyItems: 'start' }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 4 }}>
        <StatusDot tone={refundTones[state]}>{t(`refundIs_${kind}_${state}`)}</StatusDot>
        <span className="tabular">{formats.money(amount, order.order_currency)}</span>
        <span>
          − <QuotaText points={quota} />
        </span>
        <TimeText epochSeconds={created_at} />
      </Box>
      <Box sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>{reason}</Box>
      {owed_quota > 0 ? (
        <Box sx={{ color: 'text.secondary' }}>
          {t('owed')} <QuotaText points={owed_quota} />
        </Box>
      ) : null}
      {state === 'pending' ? (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2 }}>
          {kind === 'refund' ? (
            <Button size="small" variant="outlined" onClick={onSendAgain}>
              {t('sendAgain')}
            </Button>
          ) : null}
          <Button size="small" variant="outlined" onClick={onSettle}>
            {t('settleMenu')}
          </Button>
        </Box>
      ) : null}
    </Box>
  );
}

const CopiedNumber = ({ text, label }: { text: string; label: string }) => (
  <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
    <Box component="code" sx={{ fontFamily: monospace, fontSize: '0.8125rem', overflowWrap: 'anywhere' }}>
      {text}
    </Box>
    <CopyButton text={text} thing="order_no" label={label} />
  </Box>
);

const Entries = ({ children }: { children: ReactNode }) => (
  <Box component="ol" sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 4 }}>
    {children}
  </Box>
);

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <Box component="section">
    <Typography variant="h3" sx={{ mb: 2 }}>
      {title}
    </Typography>
    {children}
  </Box>
);
