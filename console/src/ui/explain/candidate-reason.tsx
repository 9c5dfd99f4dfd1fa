import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { DropReason, ExplainedCandidate } from '@turnpike/contract';
import { useTranslation } from 'react-i18next';
import { codeText } from '../../api/error-text.ts';
import { StatusDot, type Tone } from '../text/status-dot.tsx';

/** Channels that could serve the call are quiet, those that pause need a look, and the others cannot serve it. */
const tones: Readonly<Record<DropReason, Tone>> = {
  other_api: 'broken',
  only_chat: 'broken',
  no_stream: 'broken',
  refuses: 'broken',
  tried: 'look',
  at_limit: 'look',
  budget_spent: 'look',
  resting: 'look',
  too_long: 'look',
  lower_priority: 'quiet',
  loses: 'quiet',
  not_preferred: 'quiet',
  not_chosen: 'quiet',
};

/** Why a channel was chosen or not, and what the call would lose there. */
export function CandidateReason({ candidate }: { candidate: ExplainedCandidate }) {
  const { t } = useTranslation('explain');
  const { reason, seconds, error, lost } = candidate;
  const notes = [
    seconds === null ? '' : t('secondsLeft', { seconds }),
    error === '' ? '' : codeText(error),
    lost === '' ? '' : t('loses', { fields: lost }),
  ].filter(Boolean);
  return (
    <>
      <StatusDot tone={reason === null ? 'good' : tones[reason]}>
        <Box component="span" sx={{ whiteSpace: 'normal', fontWeight: reason === null ? 500 : 400 }}>
          {reason === null ? t('chosen') : t(`reason_${reason}`)}
        </Box>
      </StatusDot>
      {notes.map((note) => (
        <Typography
          key={note}
          variant="caption"
          color="textSecondary"
          component="div"
          sx={{ overflowWrap: 'anywhere' }}
        >
          {note}
        </Typography>
      ))}
    </>
  );
}
