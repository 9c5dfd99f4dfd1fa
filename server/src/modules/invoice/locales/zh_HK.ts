import type { InvoiceTexts } from '../invoice-texts.ts';

const texts: InvoiceTexts = {
  paid: '已付',
  unpaid: '未付',
  user: '使用者',
  username: '使用者名稱',
  email: '電子郵件',
  month: '月份',
  balance: '餘額',
  opening: '期初餘額',
  credits: '儲值與調整',
  charges: '消費',
  closing: '期末餘額',
  usage: '用量',
  inputTokens: '輸入 Token',
  outputTokens: '輸出 Token',
  requests: '請求次數',
  requestTime: '請求時長（秒）',
  models: '各模型用量',
  model: '模型',
  input: '輸入',
  output: '輸出',
  amount: '金額',
  otherCharges: '其他費用',
  otherChargesHint: '較晚入帳或模型已不可知的呼叫',
  total: '合計',
};

export default texts;
