import Box from '@mui/material/Box';
import { type KeyUseBlock, TERMINAL } from '@turnpike/contract/key-use/key-use';
import { useTranslation } from 'react-i18next';
import { CopyButton } from '../../ui/action/copy-button.tsx';
import { CodeBlock } from '../../ui/text/code-block.tsx';
import { KeyUseValue } from './key-use-value.tsx';

interface KeyUseBlockViewProps {
  block: KeyUseBlock;
  /** The same with the key as it is shown. */
  shown: KeyUseBlock;
}

/** A text to paste or fields to fill in, below the place they belong to. */
export function KeyUseBlockView({ block, shown }: KeyUseBlockViewProps) {
  const { t } = useTranslation('token');
  const place = block.place === TERMINAL ? t('terminal') : block.place;
  return (
    <div>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, mb: 1 }}>
        <Box sx={{ flex: 1, minWidth: 0, fontWeight: 500, overflowWrap: 'anywhere' }}>{place}</Box>
        {'code' in block ? (
          <CopyButton text={block.code} thing="sample" label={t('copyValue', { name: place })} />
        ) : null}
      </Box>
      {'code' in shown ? <CodeBlock code={shown.code} label={place} /> : null}
      {'fields' in block && 'fields' in shown ? (
        <Box component="dl" aria-label={place} sx={{ m: 0 }}>
          {block.fields.map(({ name, value }, index) => (
            <KeyUseValue
              key={name}
              name={name}
              shown={shown.fields[index]?.value ?? ''}
              value={value}
              thing="sample"
            />
          ))}
        </Box>
      ) : null}
    </div>
  );
}
