export default {
  low_balance: {
    title: '您的 {{site}} 余额不足',
    text: '您的余额还剩 {{amount}}。余额用完后，请求会被拒绝。',
  },
  customer_low_balance: { title: '用户 {{customer}} 余额不足', text: '余额还剩 {{amount}}。' },
  budget_alert: { title: '预算已使用 {{percent}}%', text: '{{name}} 的预算已使用 {{percent}}%。' },
  daily_digest: {
    title: '{{day}} 用量摘要',
    text: '请求 {{calls}} 次，费用 {{amount}}，被拒绝 {{refused}} 次。费用最高的模型：{{models}}。',
  },
  site_digest: {
    title: '{{site}} {{day}} 运行摘要',
    text: '请求 {{calls}} 次，费用 {{amount}}；上游尝试 {{attempts}} 次，失败 {{failures}} 次。费用最高的模型：{{models}}。',
  },
  channel_disabled: { title: '渠道 {{channel}} 已自动禁用', text: '原因：{{code}}。' },
  channel_enabled: { title: '渠道 {{channel}} 已恢复', text: '测试通过，渠道已自动启用。' },
  key_disabled: {
    title: '渠道 {{channel}} 的一个密钥已自动禁用',
    text: '原因：{{code}}。渠道的其他密钥仍可使用。',
  },
  vendor_low_credit: {
    title: '渠道 {{channel}} 的上游余额不足',
    text: '余额为 {{balance}} {{currency}}，低于 {{threshold}}。',
  },
  charges_rejected: {
    title: '有费用未能入账',
    text: '过去一小时内有 {{count}} 笔费用被数据库拒绝，共 {{amount}}。',
  },
  prices_changed: {
    title: '模型价格已更新',
    text: '新增 {{added}} 个，修改 {{changed}} 个，删除 {{removed}} 个：{{models}}。',
  },
  test: { title: '{{site}} 测试通知', text: '收到这条消息，说明通知可以送达。' },
  summary: { title: '{{site}}：{{count}} 条通知', text: '通知过多，已合并：{{kinds}}。' },
  nothing: '无',
  separator: '、',
  kinds: {
    low_balance: '余额不足',
    customer_low_balance: '用户余额不足',
    budget_alert: '预算提醒',
    daily_digest: '每日用量摘要',
    site_digest: '每日运行摘要',
    channel_disabled: '渠道禁用',
    channel_enabled: '渠道恢复',
    key_disabled: '密钥禁用',
    vendor_low_credit: '上游余额不足',
    charges_rejected: '费用未入账',
    prices_changed: '价格更新',
  },
};
