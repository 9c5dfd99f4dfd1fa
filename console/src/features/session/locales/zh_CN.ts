export default {
  title: '登录',
  continueTo: '登录后继续使用 {{name}}',
  username: '用户名或邮箱',
  password: '密码',
  signIn: '登录',
  forgotten: '忘记密码？请联系管理员重置。',
  secondStep: '还差一步：双重验证',
  byPasskey: '使用通行密钥登录',
  back: '返回',
  loginOk: '登录成功',
};
