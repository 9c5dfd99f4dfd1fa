import type { TextsOf } from '../../../i18n/texts.ts';
import type zhCN from './zh_CN.ts';

const texts: TextsOf<typeof zhCN> = {
  about:
    'OpenAI 形式の 1 つのアドレスから、さまざまなモデルを呼び出せます。アカウント、残高、キー、呼び出しごとの料金をまとめて管理します。',
  signIn: 'ログイン',
  openConsole: 'コンソールを開く',
  openPlayground: 'プレイグラウンドを開く',
  address: 'ベース URL',
  copyAddress: 'ベース URLをコピー',
  openPrices: '料金を見る',
  exampleTitle: '呼び出し例',
  callTitle: '呼び出せるモデル：{{count}}',
};

export default texts;
