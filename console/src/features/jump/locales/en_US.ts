import type { TextsOf } from '../../../i18n/texts.ts';
import type zhCN from './zh_CN.ts';

const texts: TextsOf<typeof zhCN> = {
  title: 'Leave this site',
  ask: 'This link opens the address below. Go on only if you know it.',
  askApp:
    'This link opens an app and hands it what is below. It may hold your key; go on only if you know it.',
  goOn: 'Open this address',
  stay: 'Stay here',
  refused: 'This link cannot be opened',
  refusedHint: 'It names no usable address, or one that would run code in this page.',
};

export default texts;
