// Runs before anything is drawn: a dark reader sees no light flash, a screen reader gets the right language.
(() => {
  const read = (name) => {
    try {
      return localStorage.getItem(name);
    } catch {
      return null;
    }
  };
  const stored = read('theme');
  const isDark =
    stored === 'dark' || (stored === 'system' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.setAttribute('data-theme', isDark ? 'dark' : 'light');
  const language = read('appLanguage');
  if (language) document.documentElement.lang = language.replace('_', '-');
})();
