export default {
  deleteModel: '删除模型',
  deleteModelTitle: '从选中的 {{count}} 个渠道删除模型',
  model: '模型',
  deleteModelHint: '须与渠道列表中的名称完全一致。若它是测试模型，测试模型会一并清空。',
  modelsChange: '模型：{{before}} → {{after}} 个',
  setApiVersion: '替换 API 版本',
  apiVersionTitle: '替换选中的 {{count}} 个渠道的 API 版本',
  apiVersion: 'API 版本',
  apiVersionHint: '仅对 Azure OpenAI 渠道生效。',
  defaultVersion: '默认（{{version}}）',
  changedCount: '将更改（{{count}}）',
  leftCount: '保持不变（{{count}}）',
};
