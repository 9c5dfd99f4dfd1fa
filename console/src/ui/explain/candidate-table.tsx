import Box from '@mui/material/Box';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import Typography from '@mui/material/Typography';
import type { ExplainedCandidate, Explanation } from '@turnpike/contract';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { OutsideLink } from '../action/text-link.tsx';
import { QuotaText } from '../text/quota-text.tsx';
import { useFormats } from '../text/use-formats.ts';
import { CandidateReason } from './candidate-reason.tsx';

/** Every way to serve the call, in the order of priority. */
export function CandidateTable({ explanation }: { explanation: Explanation }) {
  const { t } = useTranslation('explain');
  const titleId = useId();
  const { candidates, candidate_count: count, strategy } = explanation;
  const isScored = strategy !== 'weight';
  return (
    <Box>
      <Typography id={titleId} variant="h3" sx={{ mb: 2 }}>
        {t('candidates', { count })}
      </Typography>
      <Box
        role="region"
        aria-labelledby={titleId}
        tabIndex={0}
        sx={{ overflowX: 'auto', border: 1, borderColor: 'divider', borderRadius: '12px' }}
      >
        <Table size="small" aria-labelledby={titleId}>
          <TableHead>
            <TableRow>
              <TableCell>{t('channel')}</TableCell>
              <TableCell>{t('result')}</TableCell>
              <TableCell align="right">{t('priority')}</TableCell>
              <TableCell align="right">{t('weight')}</TableCell>
              {isScored ? <TableCell align="right">{t('score')}</TableCell> : null}
              <TableCell align="right">{t('most')}</TableCell>
              <TableCell align="right">{t('calls')}</TableCell>
              <TableCell align="right">{t('firstByte')}</TableCell>
            </TableRow>
          </TableHead>
          <TableBody>
            {candidates.map((candidate) => (
              <CandidateRow
                key={`${candidate.channel_id} ${candidate.key_id}`}
                candidate={candidate}
                explanation={explanation}
              />
            ))}
          </TableBody>
        </Table>
      </Box>
      {candidates.length < count ? (
        <Typography variant="caption" color="textSecondary" component="p" sx={{ mt: 1 }}>
          {t('candidatesCut', { shown: candidates.length })}
        </Typography>
      ) : null}
    </Box>
  );
}

interface CandidateRowProps {
  candidate: ExplainedCandidate;
  explanation: Explanation;
}

function CandidateRow({ candidate, explanation: { model, strategy, candidates } }: CandidateRowProps) {
  const { t } = useTranslation('explain');
  const formats = useFormats();
  const { channel_id: id, key_id, first_byte_ms: firstByte, calls, failures } = candidate;
  const hasKeys = candidates.some((other) => other.channel_id === id && other.key_id !== key_id);
  const notes = [
    hasKeys ? t('keyIs', { key: key_id }) : '',
    candidate.upstream_model === model ? '' : t('asModel', { model: candidate.upstream_model }),
    candidate.dialect === '' ? '' : t(candidate.is_native ? 'passed' : 'converted', candidate),
  ].filter(Boolean);
  return (
    <TableRow selected={candidate.reason === null} className="tabular">
      <TableCell sx={{ minWidth: 140, py: 2 }}>
        {/* In a tab of its own: the explanation stays here. */}
        <OutsideLink href={`/panel/channel?open=${id}`}>{candidate.channel_name}</OutsideLink>
        <Typography variant="caption" color="textSecondary" component="div">
          {notes.join(' · ')}
        </Typography>
      </TableCell>
      <TableCell sx={{ minWidth: 200, py: 2 }}>
        <CandidateReason candidate={candidate} />
      </TableCell>
      <TableCell align="right">{candidate.priority}</TableCell>
      <TableCell align="right">{candidate.weight}</TableCell>
      {strategy === 'weight' ? null : <TableCell align="right">{scoreText()}</TableCell>}
      <TableCell align="right">
        <QuotaText points={candidate.most} isPrecise />
      </TableCell>
      <TableCell align="right" sx={{ whiteSpace: 'nowrap' }}>
        {t('callsFailed', { calls: formats.number(calls), failed: formats.number(failures) })}
      </TableCell>
      <TableCell align="right" sx={{ whiteSpace: 'nowrap' }}>
        {firstByte === null ? '–' : formats.duration(firstByte)}
      </TableCell>
    </TableRow>
  );

  function scoreText(): string {
    const { score } = candidate;
    if (score === null) return t('byWeight');
    return strategy === 'latency' ? formats.duration(Math.round(score)) : formats.number(score);
  }
}
