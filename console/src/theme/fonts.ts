/** Faces for Chinese and Japanese: the same signs are drawn differently, so each language names its own first. */
export const cjkFonts = {
  '--cjk-fonts': '"PingFang SC", "Noto Sans CJK SC", "Noto Sans SC", "Microsoft YaHei", "Hiragino Sans"',
  '&:lang(zh-HK)': {
    '--cjk-fonts':
      '"PingFang HK", "PingFang TC", "Noto Sans CJK HK", "Noto Sans HK", "Microsoft JhengHei", "Noto Sans SC"',
  },
  '&:lang(ja)': {
    '--cjk-fonts':
      '"Hiragino Sans", "Noto Sans CJK JP", "Noto Sans JP", "Yu Gothic UI", Meiryo, "Noto Sans SC"',
  },
};

export const fontFamily =
  '"Inter Variable", system-ui, -apple-system, "Segoe UI", var(--cjk-fonts), sans-serif';

/** Font of code, keys and addresses. */
export const monospace = '"JetBrains Mono Variable", ui-monospace, Menlo, Consolas, monospace';
