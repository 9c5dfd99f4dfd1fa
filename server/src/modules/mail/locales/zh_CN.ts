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
  test: {
    subject: '{{site}} 测试邮件',
    body: '{{site}} 可以发送邮件了。',
  },
};
