export default {
  about: '一个 OpenAI 格式的地址，背后是各家模型服务。账号、余额、令牌和每次调用的费用都在一处。',
  signIn: '登录',
  openConsole: '进入控制台',
  openPlayground: '打开对话试用',
  address: '接口地址',
  copyAddress: '复制接口地址',
  openPrices: '查看价格',
  exampleTitle: '调用示例',
  callTitle: '可调用的模型：{{count}} 个',
};
