import type { TextsOf } from '../../../../i18n/texts.ts';
import type zhCN from './zh_CN.ts';

const texts: TextsOf<typeof zhCN> = {
  title: '檢查 {{name}} 的模型',
  about: '每個模型最多發出三次真實的小請求，以確認供應商確實提供它。費用由渠道的帳戶支付，不會計入用戶。',
  noModels: '該渠道沒有具體的模型名稱。可從供應商取得。',
  chosen: '已選 {{chosen}} / {{count}} 個模型',
  tooMany: '每次最多檢查 {{max}} 個模型。',
  cost: '最多發出 {{count}} 次請求。',
  start: '開始檢查（{{count}}）',
  stop: '停止',
  again: '選擇其他模型',
  running: '已檢查 {{done}} / {{total}} 個',
  stopped: '已停止：檢查了 {{done}} / {{total}} 個。',
  finished: '通過：{{passed}}，未通過：{{failed}}。',
  results: '檢查結果',
  waiting: '等待中',
  notChecked: '未檢查',
  passed: '通過',
  failed: '未通過',
  yes: '是',
  no: '否',
  unknown: '未知',
  result_answer: '有回答',
  result_usage: '回報用量',
  result_model: '模型名稱相符',
  result_stream: '支援串流',
  result_function: '呼叫函式',
  response: '供應商的回答',
};

export default texts;
