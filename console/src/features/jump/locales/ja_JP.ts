import type { TextsOf } from '../../../i18n/texts.ts';
import type zhCN from './zh_CN.ts';

const texts: TextsOf<typeof zhCN> = {
  title: 'このサイトを離れる',
  ask: 'このリンクは次のアドレスを開きます。心当たりがあるときだけ続けてください。',
  askApp:
    'このリンクはアプリを開き、次の内容を渡します。キーが含まれている可能性があります。心当たりがあるときだけ続けてください。',
  goOn: 'このアドレスを開く',
  stay: 'このサイトに留まる',
  refused: 'このリンクは開けません',
  refusedHint: '使えるアドレスが含まれていないか、このページでコードを実行しようとするものです。',
};

export default texts;
