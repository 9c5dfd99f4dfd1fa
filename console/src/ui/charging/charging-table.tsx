import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Skeleton from '@mui/material/Skeleton';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import Typography from '@mui/material/Typography';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { siteCalls } from '@turnpike/contract';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { callApi } from '../../api/call-api.ts';
import { ErrorState } from '../state/error-state.tsx';

const chargingQuery = queryOptions({
  queryKey: ['site', 'charging'],
  queryFn: ({ signal }) => callApi(siteCalls.charging, { signal }),
});

/** How calls are charged by the way they end, as the site's settings have it. */
export function ChargingTable({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const { t } = useTranslation(['charging', 'ui']);
  const titleId = useId();
  const rows = useQuery({ ...chargingQuery, enabled: isOpen });
  return (
    <Dialog open={isOpen} onClose={onClose} maxWidth="md" fullWidth aria-labelledby={titleId}>
      <DialogTitle id={titleId}>{t('title')}</DialogTitle>
      <DialogContent>
        <Typography sx={{ mb: 4, maxWidth: '68ch' }}>{t('hint')}</Typography>
        {rows.isPending ? <Skeleton variant="rounded" height={320} /> : null}
        {rows.isError ? <ErrorState error={rows.error} onRetry={() => rows.refetch()} /> : null}
        {rows.data ? (
          <Table size="small" aria-labelledby={titleId} sx={{ '& td, & th': { px: { xs: 1, sm: 3 } } }}>
            <TableHead>
              <TableRow>
                <TableCell>{t('call')}</TableCell>
                <TableCell>{t('moment')}</TableCell>
                <TableCell>{t('charged')}</TableCell>
              </TableRow>
            </TableHead>
            <TableBody>
              {rows.data.map(({ ending, moment, charged_by }) => (
                <TableRow key={`${ending} ${moment}`}>
                  <TableCell>{t(`ending_${ending}`)}</TableCell>
                  <TableCell>{t(`moment_${moment}`)}</TableCell>
                  <TableCell>{t(`rule_${charged_by ?? 'as_ended'}`)}</TableCell>
                </TableRow>
              ))}
            </TableBody>
          </Table>
        ) : null}
      </DialogContent>
      <DialogActions>
        <Button variant="outlined" autoFocus onClick={onClose}>
          {t('ui:close')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
