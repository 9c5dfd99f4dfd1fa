import type { TextsOf } from '../../../i18n/texts.ts';
import type zhCN from './zh_CN.ts';

const texts: TextsOf<typeof zhCN> = {
  title: '對話試用',
  purpose: '直接與模型對話，費用從你的餘額扣除。',
  model: '模型',
  clear: '清空對話',
  conversation: '對話',
  message: '輸入訊息',
  send: '傳送',
  stop: '停止',
  sendHint: '按 {{keys}} 傳送',
  waiting: '正在等待回答…',
  stopped: '已停止',
  answerOf: '{{model}} 的回答',
  tokens: '輸入 {{input}} → 輸出 {{output}} token',
  costComing: '正在計費…',
  costLater: '費用稍後會出現在日誌',
  begin: '可以從這些問題開始：',
  question1: '用三句話介紹你自己。',
  question2: '向新手解釋 HTTP 狀態碼 429。',
  question3: '寫一個表格，比較蘋果、香蕉和橙。',
  keyNeeded: '對話試用需要一個令牌',
  keyWillBeMade:
    '將建立一個名為「{{key}}」的令牌，最多花費 {{limit}}，費用從餘額扣除。你可以隨時在令牌頁修改額度或刪除。',
  createKey: '建立試用令牌',
  noModel: '還沒有可以呼叫的模型',
  noModelAdmin: '新增一個渠道，這裏就能選到它的模型。',
  noModelUser: '請管理員為你的群組開通模型。',
  addChannel: '新增渠道',
};

export default texts;
