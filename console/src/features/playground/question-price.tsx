import Typography from '@mui/material/Typography';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Tip } from '../../ui/overlay/tip.tsx';
import { usePaused } from '../../ui/page/use-paused.ts';
import { useFormats } from '../../ui/text/use-formats.ts';
import { toRequest } from './chat-stream.ts';
import { playgroundTokenQuery, questionPriceQuery } from './playground-api.ts';
import type { Question } from './use-conversation.ts';

/** Expected cost of the typed question with its history; without text, a hint. */
export function QuestionPrice({ model, said, text, pictures }: Question) {
  const { t } = useTranslation('playground');
  const formats = useFormats();
  const token = useQuery(playgroundTokenQuery).data;
  const content = usePaused(text);
  const messages = [...said, { role: 'user' as const, content, pictures }];
  const { data } = useQuery({
    ...questionPriceQuery(token?.id ?? 0, toRequest(model, messages)),
    placeholderData: keepPreviousData,
  });
  if (text === '' && pictures.length === 0) {
    return (
      <Typography variant="caption" color="textSecondary">
        {t('priceComes')}
      </Typography>
    );
  }
  if (data === undefined) return null;
  const points = (amount: number) => formats.quota(amount, { isPrecise: true });
  const shown = [
    t('price', { likely: points(data.likely), most: points(data.most) }),
    t('priceTokens', {
      input: formats.number(data.input_tokens),
      output: formats.number(data.output_tokens),
    }),
  ].join(' · ');
  const hint = t('priceHint');
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
