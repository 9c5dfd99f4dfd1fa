import Box from '@mui/material/Box';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import { useTranslation } from 'react-i18next';
import { StatusDot } from '../../../ui/text/status-dot.tsx';
import type { ComparisonProps } from './compared-fields.ts';
import { ComparedValue, fieldLabels } from './compared-value.tsx';

/** A row for each member, a column for each channel. */
export function ComparisonTable({ channels, fields, differing, secrets }: ComparisonProps) {
  const { t } = useTranslation(['channel-comparison', 'channel', 'ui']);
  return (
    <TableContainer tabIndex={0} role="region" aria-label={t('table')}>
      <Table
        size="small"
        aria-label={t('table')}
        sx={{
          tableLayout: 'fixed',
          minWidth: 170 + channels.length * 180,
          '& td, & th': { verticalAlign: 'top', overflowWrap: 'anywhere', whiteSpace: 'normal', py: 2 },
          '& th:first-of-type': { position: 'sticky', left: 0, zIndex: 1, width: { xs: 130, sm: 190 } },
          '& th:first-of-type, & thead th': { bgcolor: 'background.paper' },
        }}
      >
        <TableHead>
          <TableRow>
            <TableCell component="th">{t('member')}</TableCell>
            {channels.map(({ id, name }) => (
              <TableCell key={id} component="th" scope="col">
                {name}
              </TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {fields.map((field) => (
            <TableRow key={field}>
              <TableCell component="th" scope="row">
                {t(fieldLabels[field])}
                {differing.has(field) ? (
                  <Box sx={{ fontWeight: 400 }}>
                    <StatusDot tone="look">{t('differs')}</StatusDot>
                  </Box>
                ) : null}
              </TableCell>
              {channels.map((channel, place) => (
                <TableCell key={channel.id}>
                  <ComparedValue {...{ field, channel, place, channels, secrets }} />
                </TableCell>
              ))}
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </TableContainer>
  );
}
