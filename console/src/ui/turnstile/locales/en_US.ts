import type { TextsOf } from '../../../i18n/texts.ts';
import type zhCN from './zh_CN.ts';

const texts: TextsOf<typeof zhCN> = {
  checking: 'Checking that you are human…',
  failed:
    'The check could not be loaded. Check your connection, and allow challenges.cloudflare.com in your browser.',
  reload: 'Reload',
};

export default texts;
