import type { TextsOf } from '../../../i18n/texts.ts';
import type zhCN from './zh_CN.ts';

const texts: TextsOf<typeof zhCN> = {
  title: 'Leave this site',
  ask: 'This link opens the address below. Continue only if you trust it.',
  askApp:
    'This link opens an app and passes it the data below. It may contain your key. Continue only if you trust the app.',
  goOn: 'Open this address',
  stay: 'Stay here',
  refused: 'This link cannot be opened',
  refusedHint: 'Its address is not valid, or would run code in this page.',
};

export default texts;
