import type { TextsOf } from '../../../i18n/texts.ts';
import type zhCN from './zh_CN.ts';

const texts: TextsOf<typeof zhCN> = {
  title: 'プレイグラウンド',
  purpose: 'モデルと対話できます。料金は残高から差し引かれます。',
  model: 'モデル',
  clear: 'クリア',
  conversation: '会話',
  message: 'メッセージ',
  send: '送信',
  stop: '停止',
  sendHint: '{{keys}} で送信',
  waiting: '応答を待っています…',
  stopped: '停止しました',
  answerOf: '{{model}} の回答',
  tokens: '{{input}} → {{output}}\u00a0トークン',
  costComing: '料金を計算しています…',
  costLater: '料金は後でログに表示されます',
  begin: '例えばこんな質問から：',
  question1: '3 文で自己紹介してください。',
  question2: 'HTTP ステータス 429 を初心者向けに説明してください。',
  question3: 'りんご、バナナ、みかんを表で比較してください。',
  keyNeeded: 'プレイグラウンドにはキーが必要です',
  keyWillBeMade:
    '残高から最大 {{limit}} まで使える「{{key}}」という名前のキーを作成します。上限の変更や削除はキーの画面でいつでもできます。',
  createKey: '試用キーを作成',
  noModel: '呼び出せるモデルがまだありません',
  noModelAdmin: 'チャネルを追加すると、そのモデルをここで選べます。',
  noModelUser: 'グループで使えるモデルの追加を管理者に依頼してください。',
  addChannel: 'チャネルを追加',
};

export default texts;
