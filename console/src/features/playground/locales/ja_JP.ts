import type { TextsOf } from '../../../i18n/texts.ts';
import type zhCN from './zh_CN.ts';

const texts: TextsOf<typeof zhCN> = {
  title: 'プレイグラウンド',
  purpose: 'モデルと対話できます。料金は残高から差し引かれます。',
  model: 'モデル',
  clear: 'クリア',
  conversation: '会話',
  message: 'メッセージ',
  explain: 'チャネル選択を説明',
  send: '送信',
  stop: '停止',
  sendHint: '{{keys}} で送信',
  price: '約 {{likely}}、最大で約 {{most}}',
  priceTokens: '入力 約 {{input}}、出力 約 {{output}}\u00a0トークン',
  priceComes: 'メッセージを入力すると、料金の目安がここに表示されます',
  priceHint:
    'あなたの料金で、これまでの会話も含めて見積もっています。回答の長さは最近の回答にもとづきます。見積もりは無料です。',
  waiting: '応答を待っています…',
  stopped: '停止しました',
  attach: '画像を添付',
  attached: '添付した画像',
  removePicture: '{{name}} を外す',
  pictureTooLarge: '{{name}} は {{size}}\u00a0MB を超えるため添付できません。',
  pictureWrongType: '{{name}} は PNG、JPEG、WebP、GIF のいずれでもないため添付できません。',
  sentPicture: '送信した画像 {{number}}',
  answerPicture: '回答の画像 {{number}}',
  openPicture: '{{name}}を開く',
  thinking: '思考過程',
  stillThinking: '考えています…',
  toolCall: 'ツールの呼び出し：{{name}}',
  toolInput: '{{name}} の引数',
  lost: '変換で渡せなかった項目：{{fields}}',
  answerOf: '{{model}} の回答',
  tokens: '{{input}} → {{output}}\u00a0トークン',
  costComing: '料金を計算しています…',
  costLater: '料金は後でログに表示されます',
  begin: '質問の例',
  question1: '3 文で自己紹介してください。',
  question2: 'HTTP ステータス 429 を初心者向けに説明してください。',
  question3: 'りんご、バナナ、みかんを表で比較してください。',
  keyNeeded: 'プレイグラウンドにはキーが必要です',
  keyWillBeMade:
    '残高から最大 {{limit}} まで使える「{{key}}」という名前のキーを作成します。上限の変更や削除はキーの画面でいつでもできます。',
  createKey: '試用キーを作成',
};

export default texts;
