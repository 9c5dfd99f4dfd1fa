import LockIcon from '@mui/icons-material/LockOutlined';
import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import { useTranslation } from 'react-i18next';
import type { PriceUnit } from '../../ui/price/price-unit.ts';
import { usePriceText } from '../../ui/price/use-price-text.ts';
import { DifferenceDetails } from './difference-details.tsx';
import { OldAndNew } from './old-and-new.tsx';
import type { PriceDifference } from './price-comparison.ts';

interface PriceDifferenceTableProps {
  /** Those that are drawn. */
  rows: readonly PriceDifference[];
  /** Those that the box in the head stands for. */
  all: readonly PriceDifference[];
  left: ReadonlySet<string>;
  unit: PriceUnit;
  onLeave: (left: ReadonlySet<string>) => void;
}

/** As high as a line, so that box and name stand on one. */
const boxLook = { p: 1, m: -1 } as const;

/** Old and new price of each model, each with a box. */
export function PriceDifferenceTable({ rows, all, left, unit, onLeave }: PriceDifferenceTableProps) {
  const { t } = useTranslation(['pricing', 'price', 'ui']);
  const open = all.filter(({ isLocked }) => !isLocked).map(({ listed }) => listed.model);
  const wanted = open.filter((model) => !left.has(model)).length;
  const change = (models: readonly string[], isWanted: boolean) => {
    const next = new Set(left);
    for (const model of models) {
      if (isWanted) next.delete(model);
      else next.add(model);
    }
    onLeave(next);
  };
  return (
    <Table
      size="small"
      aria-label={t('differences')}
      sx={{
        '& .MuiTableCell-root': { px: 1, py: 2, verticalAlign: 'top', lineHeight: '20px' },
        '& .MuiTableCell-root:first-child': { pl: 0, width: 36 },
      }}
    >
      <TableHead>
        <TableRow>
          <TableCell>
            <Checkbox
              size="small"
              disabled={open.length === 0}
              checked={open.length > 0 && wanted === open.length}
              indeterminate={wanted > 0 && wanted < open.length}
              onChange={() => change(open, wanted < open.length)}
              slotProps={{ input: { 'aria-label': t('chooseAll') } }}
              sx={boxLook}
            />
          </TableCell>
          <TableCell>{t('price:model')}</TableCell>
          <TableCell align="right">{t('price:input')}</TableCell>
          <TableCell align="right">{t('price:output')}</TableCell>
        </TableRow>
      </TableHead>
      <TableBody>
        {rows.map((row) => (
          <DifferenceRow
            key={row.listed.model}
            row={row}
            unit={unit}
            isWanted={!row.isLocked && !left.has(row.listed.model)}
            onChange={(isWanted) => change([row.listed.model], isWanted)}
          />
        ))}
      </TableBody>
    </Table>
  );
}

interface DifferenceRowProps {
  row: PriceDifference;
  unit: PriceUnit;
  isWanted: boolean;
  onChange: (isWanted: boolean) => void;
}

function DifferenceRow({
  row: { listed, current, isLocked, isJump },
  unit,
  isWanted,
  onChange,
}: DifferenceRowProps) {
  const { t } = useTranslation(['pricing', 'price-change', 'ui']);
  const priceText = usePriceText(unit);
  const input = ({ input: ratio, type }: typeof listed) => priceText(ratio, type === 'times');
  const output = ({ output: ratio, type }: typeof listed) => (type === 'times' ? '–' : priceText(ratio));
  return (
    <TableRow hover>
      <TableCell>
        <Checkbox
          size="small"
          checked={isWanted}
          disabled={isLocked}
          onChange={(event) => onChange(event.target.checked)}
          slotProps={{ input: { 'aria-label': t('ui:selectRow', { name: listed.model }) } }}
          sx={boxLook}
        />
      </TableCell>
      <TableCell component="th" scope="row" sx={{ overflowWrap: 'anywhere', minWidth: 104 }}>
        {listed.model}
        {isLocked ? (
          <LockIcon
            titleAccess={t('stays')}
            sx={{ fontSize: 16, ml: 1, color: 'text.secondary', verticalAlign: 'text-bottom' }}
          />
        ) : null}
        {isJump && !isLocked ? (
          <Box component="span" sx={{ ml: 1, color: 'warning.main', fontWeight: 500 }}>
            {t('price-change:jump')}
          </Box>
        ) : null}
        {current === undefined ? (
          <Box component="span" sx={{ ml: 1, color: 'success.main', fontWeight: 500 }}>
            {t('count_new')}
          </Box>
        ) : (
          <DifferenceDetails listed={listed} current={current} unit={unit} />
        )}
      </TableCell>
      <TableCell align="right">
        <OldAndNew before={current && input(current)} after={input(listed)} />
      </TableCell>
      <TableCell align="right">
        <OldAndNew before={current && output(current)} after={output(listed)} />
      </TableCell>
    </TableRow>
  );
}
