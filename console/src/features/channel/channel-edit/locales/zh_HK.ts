import type { TextsOf } from '../../../../i18n/texts.ts';
import type zhCN from './zh_CN.ts';

const texts: TextsOf<typeof zhCN> = {
  deleteModel: '刪除模型',
  deleteModelTitle: '從所選的 {{count}} 個渠道刪除模型',
  model: '模型',
  deleteModelHint: '須與渠道列表中的名稱完全一致。若它是測試模型，測試模型會一併清空。',
  modelsChange: '模型：{{before}} → {{after}} 個',
  setApiVersion: '取代 API 版本',
  apiVersionTitle: '取代所選的 {{count}} 個渠道的 API 版本',
  apiVersion: 'API 版本',
  apiVersionHint: '只對 Azure OpenAI 渠道生效。',
  defaultVersion: '預設（{{version}}）',
  changedCount: '將更改（{{count}}）',
  leftCount: '保持不變（{{count}}）',
};

export default texts;
