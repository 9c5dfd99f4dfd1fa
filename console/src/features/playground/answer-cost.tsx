import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { TextLink } from '../../ui/action/text-link.tsx';
import { QuotaText } from '../../ui/text/quota-text.tsx';
import { useFormats } from '../../ui/text/use-formats.ts';
import { answerRowQuery, MAX_POLLS } from './playground-api.ts';

/** Tokens, where it is charged by them, and cost of an answer, from its log row; a link to how the cost came about. */
export function AnswerCost({ requestId }: { requestId: string }) {
  const { t } = useTranslation('playground');
  const formats = useFormats();
  const query = answerRowQuery(requestId);
  const client = useQueryClient();
  const { data: row, isFetching } = useQuery(query);
  if (requestId === '') return null;
  if (!row) {
    // Also between two questions.
    const isAsked = isFetching || (client.getQueryState(query.queryKey)?.dataUpdateCount ?? 0) < MAX_POLLS;
    return <span>{t(isAsked ? 'costComing' : 'costLater')}</span>;
  }
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
