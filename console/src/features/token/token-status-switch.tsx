import { type TokenView, tokenStatus } from '@turnpike/contract';
import { useTranslation } from 'react-i18next';
import { RowSwitch } from '../../ui/list/row-switch.tsx';
import { StatusDot, type Tone } from '../../ui/text/status-dot.tsx';
import { useTokenSwitch } from './token-api.ts';

const words = {
  [tokenStatus.enabled]: ['enabled', 'good'],
  [tokenStatus.disabled]: ['disabled', 'quiet'],
  [tokenStatus.expired]: ['expired', 'look'],
  [tokenStatus.exhausted]: ['exhausted', 'look'],
} as const satisfies Record<number, [string, Tone]>;

export function TokenStatusSwitch({ token }: { token: TokenView }) {
  const { t } = useTranslation('token');
  const turn = useTokenSwitch();
  const { id, name } = token;
  const [word, tone] = words[token.status];
  return (
    <RowSwitch
      undoKey={`token ${id}`}
      name={name}
      label={t('enableName', { name })}
      isOn={token.status === tokenStatus.enabled}
      turn={(isOn) => turn(token, isOn)}
    >
      <StatusDot tone={tone}>{t(word)}</StatusDot>
    </RowSwitch>
  );
}
