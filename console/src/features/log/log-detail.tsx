import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { type LogView, logType } from '@turnpike/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { codeText } from '../../api/error-text.ts';
import { useTokenName } from '../../api/token-name.ts';
import { useGroupName } from '../../api/user-group.ts';
import { monospace } from '../../theme/fonts.ts';
import { ButtonLink } from '../../ui/action/button-link.tsx';
import { CopyButton } from '../../ui/action/copy-button.tsx';
import { TextLink } from '../../ui/action/text-link.tsx';
import { ExplainButton } from '../../ui/explain/explain-button.tsx';
import { type ExplainStart, smallCall } from '../../ui/explain/explain-start.ts';
import { DetailList } from '../../ui/text/detail-list.tsx';
import { QuotaText } from '../../ui/text/quota-text.tsx';
import { TimeText } from '../../ui/text/time-text.tsx';
import { useFormats } from '../../ui/text/use-formats.ts';
import { AttemptList } from './attempt-list.tsx';
import { isBalanceChange, useBalanceWords } from './balance-change.ts';
import { CallEnd } from './call-end.tsx';
import { ChargedBy } from './charged-by.tsx';
import { ConversionReport } from './conversion-report.tsx';
import { CostFormula } from './cost-formula.tsx';
import { SearchEnd } from './search-end.tsx';
import { TokenCounts } from './token-counts.tsx';
import { useNoteText } from './use-note-text.ts';

export function LogDetail({ row, isAdmin }: { row: LogView; isAdmin: boolean }) {
  const { t } = useTranslation(['log', 'ui']);
  const formats = useFormats();
  const tokenName = useTokenName();
  const noteText = useNoteText();
  const groupName = useGroupName();
  const group = row.metadata?.group_name;
  const { metadata } = row;
  const batch = metadata?.batch;
  const task = metadata?.task;
  const search = metadata?.search;
  const balanceWords = useBalanceWords();
  const balance = isBalanceChange(row) ? balanceWords(row) : undefined;
  const isCall = row.type === logType.consume;
  const isMapped = metadata?.upstream_model && metadata.upstream_model !== row.model_name;
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 6 }}>
      {metadata?.error_code ? (
        <Alert severity="error">
          {[codeText(metadata.error_code), metadata.error_note].filter(Boolean).join(' ')}
        </Alert>
      ) : null}
      {isCall ? (
        <Part title={t('costTitle')}>
          <CostFormula row={row} />
        </Part>
      ) : null}
      {balance ? (
        <Part title={balance.name}>
          <DetailList
            entries={[
              { name: t('amount'), value: <QuotaText points={row.quota} isSigned /> },
              { name: t('beforeAfter'), value: balance.beforeAfter },
              { name: t('changedBy'), value: balance.by },
              { name: t('reason'), value: balance.why },
            ]}
          />
        </Part>
      ) : null}
      <Part title={isCall ? t('factsTitle') : t('entryTitle')}>
        <DetailList
          entries={[
            { name: t('time'), value: <TimeText epochSeconds={row.created_at} isExact /> },
            { name: t('end'), value: isCall ? <CallEnd row={row} /> : undefined },
            { name: t('chargedBy'), value: isCall ? <ChargedBy row={row} /> : undefined },
            { name: t('content'), value: isCall ? row.content : balance ? undefined : noteText(row) },
            {
              name: t('key'),
              value:
                isAdmin && row.token_name !== '' ? (
                  <TextLink to={`/panel/user?open=${row.user_id}`} state={{ keyName: row.token_name }}>
                    {tokenName(row.token_name)}
                  </TextLink>
                ) : (
                  tokenName(row.token_name)
                ),
            },
            { name: t('user'), value: isAdmin ? row.username : undefined },
            { name: t('group'), value: group && groupName(group) },
            { name: t('tokens'), value: isCall ? <TokenCounts row={row} /> : undefined },
            { name: t('duration'), value: isCall ? formats.duration(row.request_time) : undefined },
            {
              name: t('firstToken'),
              value:
                metadata?.first_response === undefined
                  ? undefined
                  : formats.duration(metadata.first_response),
            },
            { name: t('streamed'), value: isCall ? (row.is_stream ? t('yes') : t('no')) : undefined },
            { name: t('cachedOf'), value: metadata?.cached?.request_id },
            { name: t('search'), value: search && <SearchEnd search={search} /> },
            { name: t('batch'), value: batch && t('batchText', batch) },
            {
              name: t('task'),
              value: task && <TextLink to={taskAddress(task)}>{task.id}</TextLink>,
            },
            { name: t('upstreamModel'), value: isMapped ? metadata.upstream_model : undefined },
            {
              name: t('channel'),
              value:
                isAdmin && row.channel_id > 0 ? `${row.channel?.name ?? ''} #${row.channel_id}` : undefined,
            },
            { name: t('address'), value: row.source_ip },
          ]}
        />
      </Part>
      {metadata?.conversion ? (
        <Part title={t('conversionTitle')}>
          <ConversionReport conversion={metadata.conversion} />
        </Part>
      ) : null}
      {isAdmin && metadata?.attempts && metadata.attempts.length > 0 ? (
        <Part title={t('attemptsTitle')}>
          <AttemptList attempts={metadata.attempts} />
        </Part>
      ) : null}
      <Part title={t('idsTitle')}>
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 2 }}>
          <Box component="code" sx={{ fontFamily: monospace, fontSize: '0.8125rem', minWidth: 0 }}>
            {row.request_id}
          </Box>
          <CopyButton text={row.request_id} thing="request_id" label={t('ui:copyRequestId')} />
        </Box>
      </Part>
      {isCall ? (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2 }}>
          <ButtonLink
            to={`?${new URLSearchParams({ model_name: row.model_name, token_name: row.token_name })}`}
            size="small"
          >
            {t('showSimilar')}
          </ButtonLink>
          {isAdmin && row.token_id > 0 ? (
            <ExplainButton label={t('explain')} size="small" start={() => callOf(row)} />
          ) : null}
        </Box>
      ) : null}
    </Box>
  );
}

/** Addresses of the chats whose conversion a row names. */
const chatPaths: Readonly<Record<string, string>> = {
  'anthropic-messages': '/v1/messages',
  'openai-responses': '/v1/responses',
};

/** The page that shows a task. */
const taskAddress = ({ id, platform }: { id: string; platform: string }): string =>
  platform === 'midjourney'
    ? `/panel/midjourney?mj_id=${id}&open=${id}`
    : `/panel/task?task_id=${id}&open=${id}`;

/** A small call with the key and the model of a row. */
function callOf({ token_id: id, token_name: name, model_name: model, metadata }: LogView): ExplainStart {
  const path = chatPaths[metadata?.conversion?.from ?? ''];
  return { key: { id, name }, body: smallCall(model, path), ...(path && { path }) };
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Box component="section">
      <Typography variant="h3" sx={{ mb: 2 }}>
        {title}
      </Typography>
      {children}
    </Box>
  );
}
