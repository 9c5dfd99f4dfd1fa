import type { AttentionItem } from '@turnpike/contract';

/** The screen where an administrator deals with an item. */
export function attentionLink({ kind, count, subjects: [first] }: AttentionItem): string {
  const isOne = count === 1 && first !== undefined;
  switch (kind) {
    case 'channels_failing':
    case 'models_missing':
      return isOne ? `/panel/channel?open=${first.id}` : '/panel/channel';
    case 'channels_off':
      return isOne ? `/panel/channel?open=${first.id}` : '/panel/channel?status=3';
    case 'keys_off':
      return `/panel/channel?open=${encodeURIComponent(`keys:${first?.id ?? ''}`)}`;
    case 'models_unserved':
      return `/panel/channel?${new URLSearchParams({ models: first?.name ?? '', filter_tag: '3' })}`;
    case 'models_unpriced':
      return '/panel/pricing';
    case 'balances_low':
      return isOne ? `/panel/user?open=${first.id}` : '/panel/user?balance=low';
    default:
      return '/panel/log';
  }
}
