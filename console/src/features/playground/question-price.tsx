import Typography from '@mui/material/Typography';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Tip } from '../../ui/tip.tsx';
import { useFormats } from '../../ui/use-formats.ts';
import { usePaused } from '../../ui/use-paused.ts';
import { toRequest } from './chat-stream.ts';
import { playgroundTokenQuery, questionPriceQuery } from './playground-api.ts';
import type { Question } from './use-conversation.ts';

/** What the question that is being written would cost, with all that was said before; nothing while nobody knows. */
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
  if (data === undefined || (text === '' && pictures.length === 0)) return null;
  const points = (amount: number) => formats.quota(amount, { isPrecise: true });
  return (
    <Tip
      text={t('priceHint', {
        input: formats.number(data.input_tokens),
        output: formats.number(data.output_tokens),
      })}
    >
      <Typography variant="caption" color="textSecondary" className="tabular" role="status" tabIndex={0}>
        {t('price', { likely: points(data.likely), most: points(data.most) })}
      </Typography>
    </Tip>
  );
}
