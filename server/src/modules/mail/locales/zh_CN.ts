export default {
  registerCode: {
    subject: '{{site}} 注册验证码',
    body: '您正在注册 {{site}}，验证码是：\n\n{{code}}\n\n{{minutes}} 分钟内有效。如果不是您本人操作，请忽略此邮件。',
  },
  emailCode: {
    subject: '{{site}} 邮箱验证码',
    body: '您正在把此邮箱绑定到 {{site}} 的账号，验证码是：\n\n{{code}}\n\n{{minutes}} 分钟内有效。如果不是您本人操作，请忽略此邮件。',
  },
  addressTaken: {
    subject: '您在 {{site}} 已有账号',
    body: '有人在 {{site}} 使用了此邮箱，但它已属于一个账号，因此没有发送验证码。\n\n如果是您本人操作，请直接登录；忘记密码时可以在登录页重置。如果不是，请忽略此邮件。',
  },
  resetPassword: {
    subject: '重置您的 {{site}} 密码',
    body: '{{name}}，您好：\n\n请打开以下链接设置新密码：\n\n{{link}}\n\n链接在 {{minutes}} 分钟内有效，只能使用一次。如果不是您本人操作，请忽略此邮件，密码不会改变。',
  },
  lowBalance: {
    subject: '您的 {{site}} 余额不足',
    body: '{{name}}，您好：\n\n您的余额还剩 {{amount}}。余额用完后，请求会被拒绝。\n\n{{link}}',
  },
  keyBudget: {
    subject: '您的 {{site}} 令牌预算已用 {{percent}}%',
    body: '{{name}}，您好：\n\n您的令牌“{{key}}”有一项预算已用 {{percent}}%。预算用完后，请求会被拒绝，直到下个周期开始。\n\n{{link}}',
  },
  accountBudget: {
    subject: '您的 {{site}} 账号预算已用 {{percent}}%',
    body: '{{name}}，您好：\n\n您的账号有一项预算已用 {{percent}}%。预算用完后，请求会被拒绝，直到下个周期开始。\n\n{{link}}',
  },
  notification: { subject: '{{title}}', body: '{{text}}\n\n{{link}}' },
  invoice: {
    subject: '您的 {{site}} 账单（{{month}}）',
    body: '{{name}}，您好：\n\n您 {{month}} 的账单（编号 {{number}}）已生成，金额为 {{amount}}。\n\n{{link}}',
  },
  passwordChanged: {
    subject: '您的 {{site}} 密码已修改',
    body: '{{name}}，您好：\n\n您的 {{site}} 账号的密码已修改。\n\n如果不是您本人操作，请立即重置密码，并联系 {{site}} 的管理员。\n\n{{link}}',
  },
  emailChanged: {
    subject: '您的 {{site}} 邮箱已更换',
    body: '{{name}}，您好：\n\n您的 {{site}} 账号已换绑其他邮箱，此邮箱不再使用。\n\n如果不是您本人操作，请立即联系 {{site}} 的管理员。',
  },
  authenticatorAdded: {
    subject: '{{site}} 已启用双重验证',
    body: '{{name}}，您好：\n\n您的 {{site}} 账号已添加身份验证器，以后登录需要输入它的验证码。\n\n如果不是您本人操作，请立即修改密码，并联系 {{site}} 的管理员。\n\n{{link}}',
  },
  authenticatorRemoved: {
    subject: '{{site}} 已关闭双重验证',
    body: '{{name}}，您好：\n\n您的 {{site}} 账号已移除身份验证器。\n\n如果不是您本人操作，请修改密码，并重新设置身份验证器。\n\n{{link}}',
  },
  passkeyAdded: {
    subject: '您的 {{site}} 账号已添加通行密钥',
    body: '{{name}}，您好：\n\n您的 {{site}} 账号已添加一个通行密钥，用它登录不需要密码。\n\n如果不是您本人操作，请移除它并修改密码。\n\n{{link}}',
  },
  passkeyRemoved: {
    subject: '您的 {{site}} 账号已移除通行密钥',
    body: '{{name}}，您好：\n\n您的 {{site}} 账号已移除一个通行密钥，不能再用它登录。\n\n如果不是您本人操作，请修改密码。\n\n{{link}}',
  },
  identityLinked: {
    subject: '您的 {{site}} 账号已绑定第三方登录',
    body: '{{name}}，您好：\n\n您的 {{site}} 账号已绑定一个第三方账号，可以用它登录。\n\n如果不是您本人操作，请解除绑定并修改密码。\n\n{{link}}',
  },
  identityUnlinked: {
    subject: '您的 {{site}} 账号已解绑第三方登录',
    body: '{{name}}，您好：\n\n您的 {{site}} 账号已解绑一个第三方账号，不能再用它登录。\n\n如果不是您本人操作，请修改密码。\n\n{{link}}',
  },
  accessTokenMade: {
    subject: '您的 {{site}} 账号已创建访问令牌',
    body: '{{name}}，您好：\n\n您的 {{site}} 账号已创建一个访问令牌，脚本可以用它管理此账号。\n\n如果不是您本人操作，请吊销它并修改密码。\n\n{{link}}',
  },
  telegramLinked: {
    subject: '您的 {{site}} 账号已绑定 Telegram',
    body: '{{name}}，您好：\n\n您的 {{site}} 账号已绑定一个 Telegram 账号，可以通过机器人查询余额、使用兑换码。\n\n如果不是您本人操作，请解绑并修改密码。\n\n{{link}}',
  },
  telegramUnlinked: {
    subject: '您的 {{site}} 账号已解绑 Telegram',
    body: '{{name}}，您好：\n\n您的 {{site}} 账号已与 Telegram 账号解绑，机器人不再显示此账号的信息。\n\n如果不是您本人操作，请修改密码。\n\n{{link}}',
  },
  test: {
    subject: '{{site}} 测试邮件',
    body: '{{site}} 可以发送邮件了。',
  },
};
