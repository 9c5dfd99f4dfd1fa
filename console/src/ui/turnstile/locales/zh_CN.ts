export default {
  checking: '正在进行人机验证…',
  failed: '无法加载人机验证。请检查网络，或允许浏览器访问 challenges.cloudflare.com。',
  reload: '重新加载',
};
