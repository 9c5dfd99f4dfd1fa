import type { TextsOf } from '../../../i18n/texts.ts';
import type zhCN from './zh_CN.ts';

const texts: TextsOf<typeof zhCN> = {
  about:
    'OpenAI 互換の 1\u00a0つのアドレスから、さまざまなモデルを呼び出せます。アカウント、残高、キー、呼び出しごとの料金をまとめて管理します。',
  signIn: 'ログイン',
  openConsole: 'コンソールを開く',
  openPlayground: 'プレイグラウンドを開く',
  address: 'ベース URL',
  copyAddress: 'ベース URL をコピー',
  openPrices: '料金を見る',
  exampleTitle: '呼び出し例',
  callTitle_one: '利用可能なモデル（{{count}}\u00a0件）',
  callTitle_other: '利用可能なモデル（{{count}}\u00a0件）',
  title_dialect: '使い慣れた SDK のまま',
  text_dialect: 'アドレスを変えるだけ。OpenAI のクライアントがそのまま使え、ストリームもそのまま届きます。',
  title_cost: '確かめられる料金',
  text_cost: '呼び出しごとに入力・出力・キャッシュのトークン数、単価、計算式を最小単位まで表示します。',
  title_limit: '守られる上限',
  text_limit: 'キーごとに上限、有効期限、グループを設定。使い切れば止まり、超過しません。',
  allModels: 'すべてのモデル',
};

export default texts;
