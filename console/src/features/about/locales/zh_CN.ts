export default {
  title: '关于',
  what: '{{name}} 用一个兼容 OpenAI 的地址，连接多家模型服务商，并统一管理账号、余额、令牌和日志。',
  version: '版本',
  address: '接口地址',
  reference: '接口文档',
  openReference: '打开',
  licence: '许可',
  licenceText:
    '本站运行 Turnpike，它以 Apache License 2.0 发布：可以自由使用、修改和分发，需保留许可与版权声明，不提供担保。',
  licenceLink: '阅读许可全文',
};
