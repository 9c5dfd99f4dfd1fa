import Typography from '@mui/material/Typography';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Tip } from '../../ui/overlay/tip.tsx';
import { useFormats } from '../../ui/text/use-formats.ts';
import { callPriceQuery, type PricedCall, playgroundTokenQuery } from './playground-api.ts';

interface CallPriceProps extends PricedCall {
  /** There is something to send. */
  isWritten: boolean;
  /** The cost also depends on the messages before. */
  isConversation?: boolean;
}

/** Expected cost of a call before it is made; a hint while there is nothing to send. */
export function CallPrice({ path, body, isWritten, isConversation = false }: CallPriceProps) {
  const { t } = useTranslation('playground');
  const formats = useFormats();
  const token = useQuery(playgroundTokenQuery).data;
  const query = callPriceQuery(token?.id ?? 0, { path, body });
  const { data } = useQuery({
    ...query,
    enabled: query.enabled === true && isWritten,
    placeholderData: keepPreviousData,
  });
  if (!isWritten) {
    return (
      <Typography variant="caption" color="textSecondary">
        {t(isConversation ? 'priceComes' : 'priceComesCall')}
      </Typography>
    );
  }
  if (data === undefined) return null;
  const points = (amount: number) => formats.quota(amount, { isPrecise: true });
  const tokens = t('priceTokens', {
    input: formats.number(data.input_tokens),
    output: formats.number(data.output_tokens),
  });
  const price = t('price', { likely: points(data.likely), most: points(data.most) });
  const shown = isConversation ? `${price} · ${tokens}` : price;
  const hint = t(isConversation ? 'priceHint' : 'priceHintCall');
  return (
    <Tip text={hint}>
      <Typography
        variant="caption"
        color="textSecondary"
        className="tabular"
        role="status"
        tabIndex={0}
        aria-label={`${shown} · ${hint}`}
      >
        {shown}
      </Typography>
    </Tip>
  );
}
