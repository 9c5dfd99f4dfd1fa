import ExpandIcon from '@mui/icons-material/ExpandMoreOutlined';
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import { type CheckedModel, checkStatus } from '@turnpike/contract';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { codeText } from '../../../api/error-text.ts';
import { CodeBlock } from '../../../ui/text/code-block.tsx';
import { StatusDot, type Tone } from '../../../ui/text/status-dot.tsx';
import { hasFailed, resultsOf } from './model-verdict.ts';

interface CheckedModelRowProps {
  model: string;
  /** Undefined until the model was checked. */
  checked: CheckedModel | undefined;
  isRunning: boolean;
}

/** A model with its verdict; opens to the facts behind it. One that failed is open at first. */
export function CheckedModelRow({ model, checked, isRunning }: CheckedModelRowProps) {
  const { t } = useTranslation('channel-check');
  const detailsId = useId();
  const [isToggled, setToggled] = useState(false);
  const isFailed = checked !== undefined && hasFailed(checked);
  const isOpen = checked !== undefined && isFailed !== isToggled;
  const { tone, text } = verdictOf({ checked, isFailed, isRunning });
  return (
    <Box component="li" sx={{ '& + &': { borderTop: 1, borderColor: 'divider' } }}>
      <ButtonBase
        disabled={checked === undefined}
        aria-expanded={isOpen}
        aria-controls={detailsId}
        onClick={() => setToggled(!isToggled)}
        sx={{
          ...{
            width: 1,
            px: 3,
            py: 2,
            gap: 3,
            minHeight: 40,
            textAlign: 'left',
            font: 'inherit',
            fontSize: '0.8125rem',
          },
          ...{ justifyContent: 'space-between', borderRadius: '8px' },
          '@media (pointer: coarse)': { minHeight: 44 },
        }}
      >
        <Box component="span" sx={{ overflowWrap: 'anywhere', fontWeight: 600 }}>
          {model}
        </Box>
        <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 2, flex: 'none' }}>
          <StatusDot tone={tone}>{t(text)}</StatusDot>
          <ExpandIcon
            fontSize="small"
            sx={{
              visibility: checked === undefined ? 'hidden' : 'visible',
              transform: isOpen ? 'rotate(180deg)' : 'none',
            }}
          />
        </Box>
      </ButtonBase>
      {isOpen ? (
        <Box id={detailsId} sx={{ px: 3, pb: 3, display: 'grid', gap: 3 }}>
          <Facts checked={checked} />
          <Response checked={checked} />
        </Box>
      ) : null}
    </Box>
  );
}

type Verdict = { tone: Tone; text: 'waiting' | 'notChecked' | 'passed' | 'failed' };

function verdictOf({
  checked,
  isFailed,
  isRunning,
}: {
  checked: CheckedModel | undefined;
  isFailed: boolean;
  isRunning: boolean;
}): Verdict {
  if (checked === undefined) return { tone: 'quiet', text: isRunning ? 'waiting' : 'notChecked' };
  return isFailed ? { tone: 'broken', text: 'failed' } : { tone: 'good', text: 'passed' };
}

const tones: Record<number, Tone> = {
  [checkStatus.failed]: 'broken',
  [checkStatus.passed]: 'good',
  [checkStatus.unknown]: 'quiet',
};
const words = {
  [checkStatus.failed]: 'no',
  [checkStatus.passed]: 'yes',
  [checkStatus.unknown]: 'unknown',
} as const;

function Facts({ checked }: { checked: CheckedModel }) {
  const { t } = useTranslation('channel-check');
  return (
    <Box component="dl" sx={{ m: 0, display: 'grid', rowGap: 1, fontSize: '0.8125rem' }}>
      {resultsOf(checked).map(({ name, status, remark, code }) => (
        <Box
          key={name}
          sx={{
            ...{ display: 'grid', columnGap: 3 },
            gridTemplateColumns: { xs: '1fr auto', sm: '180px 90px 1fr' },
          }}
        >
          <Box component="dt">{t(`result_${name}`)}</Box>
          <Box component="dd" sx={{ m: 0 }}>
            <StatusDot tone={tones[status] ?? 'quiet'}>{t(words[status])}</StatusDot>
          </Box>
          <Box
            component="dd"
            sx={{
              m: 0,
              color: 'text.secondary',
              overflowWrap: 'anywhere',
              gridColumn: { xs: '1 / -1', sm: 3 },
            }}
          >
            {[code && codeText(code), remark].filter(Boolean).join(' ')}
          </Box>
        </Box>
      ))}
    </Box>
  );
}

/** The answer to the plain question. */
function Response({ checked }: { checked: CheckedModel }) {
  const { t } = useTranslation('channel-check');
  const response = checked.process[0]?.response ?? null;
  if (response === null) return null;
  return (
    <Box component="details" sx={{ fontSize: '0.8125rem', '& > summary': { cursor: 'pointer', mb: 2 } }}>
      <summary>{t('response')}</summary>
      <Box sx={{ maxHeight: 280, overflow: 'auto' }}>
        <CodeBlock code={JSON.stringify(response, null, 2)} label={t('response')} />
      </Box>
    </Box>
  );
}
