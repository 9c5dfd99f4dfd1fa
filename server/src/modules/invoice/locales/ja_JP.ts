import type { InvoiceTexts } from '../invoice-texts.ts';

const texts: InvoiceTexts = {
  paid: '支払い済み',
  unpaid: '未払い',
  user: 'ユーザー',
  username: 'ユーザー名',
  email: 'メールアドレス',
  month: '対象月',
  balance: '残高',
  opening: '月初残高',
  credits: 'チャージ・調整',
  charges: '利用額',
  closing: '月末残高',
  usage: '利用状況',
  inputTokens: '入力トークン',
  outputTokens: '出力トークン',
  requests: 'リクエスト数',
  requestTime: '処理時間（秒）',
  models: 'モデル別の利用状況',
  model: 'モデル',
  input: '入力',
  output: '出力',
  amount: '金額',
  otherCharges: 'その他の利用額',
  otherChargesHint: '後から計上された呼び出し、またはモデルが不明な呼び出し',
  total: '合計',
};

export default texts;
