import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { CodeBlock } from '../../ui/text/code-block.tsx';
import type { ToolCall } from './chat-answer.ts';

/** Tools that an answer wants called, with what it would call them. */
export function ToolCalls({ calls }: { calls: readonly ToolCall[] }) {
  const { t } = useTranslation('playground');
  return calls.map(({ name, input }, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: calls never change their order
    <Box key={`call-${index + 1}`} sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 1 }}>
      <Typography variant="body2" sx={{ overflowWrap: 'anywhere' }}>
        {t('toolCall', { name })}
      </Typography>
      <CodeBlock code={readable(input)} label={t('toolInput', { name })} />
    </Box>
  ));
}

/** JSON on lines of its own where it is some; half of it, or no JSON, as it came. */
function readable(input: string): string {
  try {
    return JSON.stringify(JSON.parse(input), null, 2);
  } catch {
    return input;
  }
}
