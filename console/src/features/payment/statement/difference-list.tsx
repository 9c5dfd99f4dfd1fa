import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import {
  currencies,
  type OutputOf,
  type PaymentDifference,
  paymentDifferenceKind,
  type paymentStatementCalls,
} from '@turnpike/contract';
import { useTranslation } from 'react-i18next';
import { monospace } from '../../../theme/fonts.ts';
import { CopyButton } from '../../../ui/action/copy-button.tsx';
import { TextLink } from '../../../ui/action/text-link.tsx';
import { useFormats } from '../../../ui/text/use-formats.ts';
import { VerdictText } from '../event/event-entry.tsx';

type Statement = OutputOf<typeof paymentStatementCalls.get>;

/** Differences by kind, each kind with the next step. */
export function DifferenceList({ statement: { differences, difference_count } }: { statement: Statement }) {
  const { t } = useTranslation('payment');
  const kinds = paymentDifferenceKind
    .map((kind) => ({ kind, found: differences.filter((one) => one.kind === kind) }))
    .filter(({ found }) => found.length > 0);
  return (
    <>
      {kinds.map(({ kind, found }) => (
        <Box component="section" key={kind}>
          <Typography variant="h3">{t(`difference_${kind}`)}</Typography>
          <Typography color="textSecondary" sx={{ mb: 3 }}>
            {t(`differenceHint_${kind}`)}
          </Typography>
          <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 4 }}>
            {found.map((one, index) => (
              <DifferenceEntry
                // biome-ignore lint/suspicious/noArrayIndexKey: an order may differ twice; the list never changes
                key={index}
                difference={one}
              />
            ))}
          </Box>
        </Box>
      ))}
      {difference_count > differences.length ? (
        <Typography color="textSecondary">
          {t('notAllKept', { count: differences.length, all: difference_count })}
        </Typography>
      ) : null}
    </>
  );
}

function DifferenceEntry({ difference }: { difference: PaymentDifference }) {
  const { t } = useTranslation('payment');
  const formats = useFormats();
  const { trade_no, gateway_no, request_no, order_id, there, here, verdict, reason } = difference;
  const currency = currencies.find((one) => one === difference.currency);
  const amountOf = (amount: number | null) =>
    amount === null || currency === undefined ? '–' : formats.money(amount, currency);
  return (
    <Box component="li" sx={{ display: 'grid', gap: 1, justifyItems: 'start' }}>
      {order_id === null ? (
        <Code text={trade_no} />
      ) : (
        <TextLink to={`?open=${order_id}#order`}>
          <Code text={trade_no} />
        </TextLink>
      )}
      <Box className="tabular" sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 4 }}>
        <span>{t('amountThere', { amount: amountOf(there) })}</span>
        <span>{t('amountHere', { amount: amountOf(here) })}</span>
        {verdict === null ? null : <VerdictText event={{ source: 'query', verdict }} />}
      </Box>
      {reason === '' ? null : <Box sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>{reason}</Box>}
      <Numbered name={t('gatewayNo')} number={gateway_no} copyLabel={t('copyGatewayNo')} />
      <Numbered name={t('refundNo')} number={request_no} copyLabel={t('copyRefundNo')} />
    </Box>
  );
}

function Numbered({ name, number, copyLabel }: { name: string; number: string; copyLabel: string }) {
  if (number === '') return null;
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 2 }}>
      <Box component="span" sx={{ color: 'text.secondary', fontSize: '0.8125rem' }}>
        {name}
      </Box>
      <Box component="span" sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
        <Code text={number} />
        <CopyButton text={number} thing="order_no" label={copyLabel} />
      </Box>
    </Box>
  );
}

const Code = ({ text }: { text: string }) => (
  <Box component="code" sx={{ fontFamily: monospace, fontSize: '0.8125rem', overflowWrap: 'anywhere' }}>
    {text}
  </Box>
);
