import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import useMediaQuery from '@mui/material/useMediaQuery';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { type ChannelView, channelComparisonCalls } from '@turnpike/contract';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callApi } from '../../../api/call-api.ts';
import { SwitchField } from '../../../ui/form/switch-field.tsx';
import FailureAlert from '../../../ui/state/failure-alert.tsx';
import { comparedFields, differingFields } from './compared-fields.ts';
import { ComparisonList } from './comparison-list.tsx';
import { ComparisonTable } from './comparison-table.tsx';

const secretsQuery = (ids: readonly number[]) =>
  queryOptions({
    queryKey: ['channel', 'comparison', ids],
    queryFn: ({ signal }) =>
      callApi(channelComparisonCalls.compare, { query: { ids: ids.join(',') }, signal }),
    gcTime: 0,
  });

interface CompareChannelsProps {
  channels: readonly ChannelView[];
  onClose: () => void;
}

/** Some channels side by side; their secrets are compared by the server, which answers only whether they are equal. */
export default function CompareChannels({ channels, onClose }: CompareChannelsProps) {
  const { t } = useTranslation(['channel-comparison', 'ui']);
  const titleId = useId();
  const isPhone = useMediaQuery('(max-width: 599.95px)');
  const { data: secrets, error } = useQuery(secretsQuery(channels.map(({ id }) => id)));
  const [hidesEqual, setHidesEqual] = useState(true);
  const differing = differingFields(channels, secrets);
  const Comparison = isPhone ? ComparisonList : ComparisonTable;
  const fields = hidesEqual ? comparedFields.filter((field) => differing.has(field)) : comparedFields;
  return (
    <Dialog open onClose={onClose} fullScreen={isPhone} fullWidth maxWidth="lg" aria-labelledby={titleId}>
      <DialogTitle id={titleId}>{t('title', { count: channels.length })}</DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 4, alignContent: 'start' }}>
        <SwitchField
          label={t('hideEqual')}
          hint={t('differingCount', { count: differing.size, total: comparedFields.length })}
          isOn={hidesEqual}
          onChange={setHidesEqual}
        />
        {error === null ? null : <FailureAlert error={error} />}
        <Box role="status" sx={{ '&:empty': { display: 'none' } }}>
          {fields.length === 0 && secrets !== undefined ? <Typography>{t('allEqual')}</Typography> : null}
        </Box>
        {fields.length === 0 ? null : (
          <Comparison channels={channels} fields={fields} differing={differing} secrets={secrets} />
        )}
        {fields.includes('key') || fields.includes('proxy') ? (
          <Typography variant="caption" color="textSecondary">
            {t('lettersNote')}
          </Typography>
        ) : null}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{t('ui:close')}</Button>
      </DialogActions>
    </Dialog>
  );
}
