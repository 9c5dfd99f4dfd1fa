import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { TextLink } from '../../ui/action/text-link.tsx';
import { QuotaText } from '../../ui/text/quota-text.tsx';
import { useFormats } from '../../ui/text/use-formats.ts';
import { answerRowQuery } from './playground-api.ts';

/** Tokens, where it is charged by them, and cost of an answer, from its log row; a link to how the cost came about. */
export function AnswerCost({ requestId }: { requestId: string }) {
  const { t } = useTranslation('playground');
  const formats = useFormats();
  const { data: row, isFetching, isPending } = useQuery(answerRowQuery(requestId));
  if (requestId === '') return null;
  if (!row) return <span>{isPending || isFetching ? t('costComing') : t('costLater')}</span>;
  return (
    <>
      {row.prompt_tokens + row.completion_tokens > 0 ? (
        <span className="tabular">
          {t('tokens', {
            input: formats.number(row.prompt_tokens),
            output: formats.number(row.completion_tokens),
          })}
        </span>
      ) : null}
      <TextLink to={`/panel/log?open=${encodeURIComponent(requestId)}`}>
        <QuotaText points={row.quota} isPrecise />
      </TextLink>
    </>
  );
}
