import { type UnitKind, unitKind } from '@turnpike/contract';
import { useTranslation } from 'react-i18next';

/** Name of a line in the worked example: a kind of tokens, or a unit with its variant. */
export function useBucketName() {
  const { t } = useTranslation('price');
  return (bucket: string, variant = ''): string => {
    const kind = unitKind.find((one): one is UnitKind => one === bucket);
    const name =
      kind !== undefined
        ? t(`unitKind_${kind}`)
        : bucket === 'cacheRead'
          ? t('cache_read')
          : t(bucket === 'textOutput' ? 'output' : 'input');
    return variant === '' ? name : `${name} (${variant})`;
  };
}
