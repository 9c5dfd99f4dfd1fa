export default {
  title: '登录',
  continueTo: '登录后继续使用 {{name}}',
  username: '用户名或邮箱',
  password: '密码',
  signIn: '登录',
  forgotten: '忘记密码？请联系管理员重置。',
  forgotPassword: '忘记密码？',
  noAccount: '还没有账号？',
  register: '注册',
  loginOk: '登录成功',
};
