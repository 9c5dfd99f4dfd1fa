import Box from '@mui/material/Box';
import type { PriceJump } from '@turnpike/contract';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../ui/action/confirm-dialog.tsx';
import { usePriceText } from '../../../ui/price/use-price-text.ts';
import { useFormats } from '../../../ui/text/use-formats.ts';
import { OldAndNew } from '../old-and-new.tsx';
import type { JumpLine, JumpQuestion } from './jump-question.ts';

/** Lines that one question shows. */
const SHOWN = 20;

/** Asks about changes of prices that look like a slip, with before and after. */
export function ConfirmJumps({ question }: { question: JumpQuestion }) {
  const { t } = useTranslation(['price-change', 'price']);
  const partName = usePartName();
  const money = usePriceText('1M');
  const factor = usePriceText('multiplier');
  const { lines, answer } = question;
  const textOf = ({ part, isPerCall }: JumpLine, value: number) =>
    /^(input|output|step )/.test(part) ? money(value, isPerCall) : factor(value);
  return (
    <ConfirmDialog
      isOpen
      title={t('jumpsTitle')}
      confirmLabel={t('jumpsConfirm')}
      onClose={() => answer(false)}
      onConfirm={() => answer(true)}
    >
      {t('jumpsHint')}
      <Box component="span" sx={{ display: 'grid', gap: 2, mt: 3, overflowWrap: 'anywhere' }}>
        {lines.slice(0, SHOWN).map((line) => (
          <span key={`${line.model} ${line.part}`}>
            <strong>{line.model}</strong> · {partName(line.part)}:{' '}
            <OldAndNew
              before={line.before === undefined ? t('newPrice') : textOf(line, line.before)}
              after={textOf(line, line.after)}
            />
          </span>
        ))}
        {lines.length > SHOWN ? <span>{t('moreJumps', { count: lines.length - SHOWN })}</span> : null}
      </Box>
    </ConfirmDialog>
  );
}

/** Name of what a jump is about, as `priceJumps` writes it. */
function usePartName(): (part: PriceJump['part']) => string {
  const { t } = useTranslation(['price-change', 'price']);
  const formats = useFormats();
  const side = (name: string | undefined) => t(name === 'output' ? 'part_output' : 'part_input');
  return (part) => {
    const [kind, name = '', rest] = part.split(' ', 3);
    if (kind === 'step') return t('part_step', { above: formats.number(Number(name)), side: side(rest) });
    if (kind === 'unit') return t('part_unit', { name: part.slice('unit '.length) });
    if (kind === 'tier') return t('part_tier', { name });
    if (kind === 'hours') return t('part_hours');
    if (kind === 'extra') return t(`price:extra_${name as 'cached_read_tokens'}`);
    return side(kind);
  };
}
