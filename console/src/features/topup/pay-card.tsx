import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { MAX_TOP_UP, type PayWayView } from '@turnpike/contract';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../api/api-error.ts';
import { errorText, requestIdOf } from '../../api/error-text.ts';
import { isSaidByDialog } from '../../api/session-state.ts';
import { FailureNote } from '../../ui/state/failure-note.tsx';
import { useFormats } from '../../ui/text/use-formats.ts';
import { AmountChoice } from './amount-choice.tsx';
import { amountIssue, commonAmounts, orderAmount, toPay } from './pay-amount.ts';
import { PaySummary } from './pay-summary.tsx';
import { payPageAddress, useAmountTables, useCreateOrder } from './topup-api.ts';
import { TopUpSection } from './topup-section.tsx';
import { WayChoice } from './way-choice.tsx';

interface PayCardProps {
  ways: readonly PayWayView[];
  /** @param isOpened the payment page is open in a tab of its own */
  onOrder: (tradeNo: string, isOpened: boolean) => void;
}

/** Orders points by a payment gateway. */
export function PayCard({ ways, onOrder }: PayCardProps) {
  const { t } = useTranslation('topup');
  const formats = useFormats();
  const tables = useAmountTables();
  const [uuid, setUuid] = useState(ways[0]?.uuid);
  const way = ways.find((one) => one.uuid === uuid);
  const [typed, setTyped] = useState(() => String((ways[0] && commonAmounts(ways[0], tables)[0]) ?? ''));
  const [isWayMissing, setWayMissing] = useState(false);
  /** As `fieldText` reads it. */
  const [amountError, setAmountError] = useState<string>();
  const field = useRef<HTMLInputElement>(null);
  const create = useCreateOrder();
  const amount = orderAmount(typed, way);
  const priced = way && amount !== undefined && amount <= MAX_TOP_UP ? { way, amount } : undefined;

  function change(text: string) {
    setTyped(text);
    forgetErrors();
  }

  function forgetErrors() {
    setAmountError(undefined);
    create.reset();
  }

  function refuse(error: string) {
    setAmountError(error);
    field.current?.focus();
  }

  async function pay(event: FormEvent) {
    event.preventDefault();
    if (create.isPending) return;
    setWayMissing(way === undefined);
    if (way === undefined) return;
    const issue = amountIssue(typed, way);
    if (issue !== undefined) {
      const { code, limit } = issue;
      refuse(limit === undefined ? code : `${code}|${formats.number(limit)}`);
      return;
    }
    // Browsers open a tab only in the click itself. It gets its address when the order has a number.
    const tab = window.open('about:blank', '_blank');
    try {
      const order = await create.mutateAsync({ uuid: way.uuid, amount: Number(amount) });
      const isPage = order.type === 1;
      if (isPage && tab) {
        tab.opener = null;
        tab.location.replace(payPageAddress(order.trade_no));
      } else tab?.close();
      onOrder(order.trade_no, isPage && tab !== null);
    } catch (error) {
      tab?.close();
      const refused =
        error instanceof ApiError ? error.fields.find((one) => one.field === 'amount') : undefined;
      if (refused !== undefined) refuse(refused.code);
    }
  }

  const isShown = create.error !== null && amountError === undefined && !isSaidByDialog(create.error);
  return (
    <TopUpSection title={t('payTitle')}>
      <Box component="form" noValidate onSubmit={pay} sx={{ display: 'grid', gap: 4, minWidth: 0 }}>
        <WayChoice
          ways={ways}
          chosen={way}
          isMissing={isWayMissing && way === undefined}
          onChoose={(chosen) => {
            setUuid(chosen);
            forgetErrors();
          }}
        />
        <AmountChoice {...{ way, tables, typed, field }} error={amountError} onChange={change} />
        {priced ? <PaySummary {...priced} tables={tables} /> : null}
        {isShown ? (
          <FailureNote text={errorText(create.error)} requestId={requestIdOf(create.error)} />
        ) : null}
        <Button type="submit" variant="contained" size="large" loading={create.isPending}>
          {priced === undefined
            ? t('pay')
            : t('payAmount', {
                amount: formats.money(toPay(priced.amount, priced.way, tables), priced.way.currency),
              })}
        </Button>
      </Box>
    </TopUpSection>
  );
}
