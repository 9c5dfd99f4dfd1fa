import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import LinearProgress from '@mui/material/LinearProgress';
import Typography from '@mui/material/Typography';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { codeText } from '../../../api/error-text.ts';
import { OutsideLink } from '../../../ui/action/text-link.tsx';
import FailureAlert from '../../../ui/state/failure-alert.tsx';
import type { RunPart } from '../channel-api.ts';
import type { RunState } from './use-channel-run.tsx';

interface ChannelRunProps<Row> extends RunState<Row> {
  title: string;
  /** Over what was answered, read aloud. */
  listLabel: string;
  /** How far it is, what came of it, and that there was nothing to do; `undefined` until the first have answered. */
  runningText: (progress: RunPart<Row> | undefined) => string;
  doneText: (progress: RunPart<Row>) => string;
  failedText: (count: number) => string;
  result: (row: Row) => ReactNode;
}

/** Progress of an action on many channels, with the result of each. Results stay readable. */
export function ChannelRun<Row extends { id: number; name: string }>(props: ChannelRunProps<Row>) {
  const { title, progress, isRunning, isStopped, error, onStop, onClose } = props;
  const { t } = useTranslation(['channel', 'ui']);
  const titleId = useId();
  const { done = [], failed = [], total = 0 } = progress ?? {};
  const asked = done.length + failed.length;
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="sm" aria-labelledby={titleId}>
      <DialogTitle id={titleId}>{title}</DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 4, alignContent: 'start' }}>
        <Box role="status" sx={{ display: 'grid', gap: 2 }}>
          {isRunning ? (
            <>
              <Typography>{props.runningText(progress)}</Typography>
              <LinearProgress
                aria-label={title}
                {...(total > 0 && { variant: 'determinate', value: (asked / total) * 100 })}
              />
            </>
          ) : null}
          {isStopped && !isRunning ? (
            <Typography>{t('runStopped', { asked, total: progress ? total : '…' })}</Typography>
          ) : null}
          {progress && !isRunning && !isStopped ? <Typography>{props.doneText(progress)}</Typography> : null}
        </Box>
        {error ? <FailureAlert error={error} /> : null}
        {failed.length > 0 ? (
          <Alert severity="warning">
            {props.failedText(failed.length)}
            <Box component="ul" sx={{ m: 0, pl: 4 }}>
              {failed.map(({ id, name, code }) => (
                <li key={id}>
                  {/* In a tab of its own: what was answered stays here. */}
                  <OutsideLink href={`/panel/channel?open=${id}`}>{name}</OutsideLink>
                  {`: ${codeText(code)}`}
                </li>
              ))}
            </Box>
          </Alert>
        ) : null}
        {done.length > 0 ? (
          <Box component="ul" aria-label={props.listLabel} sx={{ m: 0, p: 0, listStyle: 'none' }}>
            {done.map((row) => (
              <Box
                component="li"
                key={row.id}
                sx={{ display: 'flex', justifyContent: 'space-between', gap: 4, py: 1 }}
              >
                <span>{row.name}</span>
                {props.result(row)}
              </Box>
            ))}
          </Box>
        ) : null}
      </DialogContent>
      <DialogActions>
        {isRunning ? (
          <Button onClick={onStop}>{t('balancesStop')}</Button>
        ) : (
          <Button onClick={onClose}>{t('ui:close')}</Button>
        )}
      </DialogActions>
    </Dialog>
  );
}
