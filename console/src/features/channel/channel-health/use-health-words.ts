import type { ChannelHealthView } from '@turnpike/contract';
import { useTranslation } from 'react-i18next';
import { codeText } from '../../../api/error-text.ts';
import { useFormats } from '../../../ui/text/use-formats.ts';

type Rest = ChannelHealthView['rests'][number];

/** Share of calls that succeeded, 0 to 1; undefined without a call. */
const successShare = ({ calls, failures }: ChannelHealthView): number | undefined =>
  calls === 0 ? undefined : (calls - failures) / calls;

/** Seconds until the first of the resting keys is called again; undefined where none rests. */
const restSeconds = ({ rests }: ChannelHealthView): number | undefined =>
  rests.length === 0 ? undefined : Math.min(...rests.map(({ seconds }) => seconds));

/** The facts of a channel's health in words. */
export function useHealthWords() {
  const { t } = useTranslation(['channel', 'api']);
  const formats = useFormats();

  /** `98% · 420 ms`, and the time of rest first. */
  function short(health: ChannelHealthView): string {
    const share = successShare(health);
    const rest = health.state === 'off' ? undefined : restSeconds(health);
    return [
      rest === undefined ? '' : t('restLeft', { seconds: formats.number(rest) }),
      // Rounded down: 99.9 % are not all of them.
      share === undefined ? '' : `${formats.number(Math.floor(share * 100))}%`,
      health.first_byte_ms === null ? '' : formats.duration(health.first_byte_ms),
    ]
      .filter(Boolean)
      .join(' · ');
  }

  const succeeded = ({ calls, failures }: ChannelHealthView): string =>
    calls === 0
      ? t('recentNone')
      : t('recentCalls', { good: formats.number(calls - failures), calls: formats.number(calls) });

  const rest = ({ key_id, model, code, seconds: left }: Rest): string =>
    t(key_id === null ? 'restOfAll' : 'restOfKey', {
      ...{ model, key: key_id ?? '', seconds: formats.number(left) },
      why: codeText(code),
    });

  function lastError({ last_error }: ChannelHealthView): string {
    if (last_error === null) return '';
    const { code, message, time } = last_error;
    return [
      t('named', {
        name: t('lastError'),
        value: t('errorAt', { error: codeText(code), time: formats.relativeTime(time) }),
      }),
      message === '' ? '' : t('api:vendorSaid', { words: message }),
    ]
      .filter(Boolean)
      .join('\n');
  }

  /** All of it, a fact a line. */
  function whole(health: ChannelHealthView): string {
    const { first_byte_ms: firstByte } = health;
    return [
      t('named', { name: t('recent'), value: succeeded(health) }),
      firstByte === null ? '' : t('firstByteIs', { time: formats.duration(firstByte) }),
      ...health.rests.map(rest),
      lastError(health),
    ]
      .filter(Boolean)
      .join('\n');
  }

  return { short, succeeded, rest, whole };
}
