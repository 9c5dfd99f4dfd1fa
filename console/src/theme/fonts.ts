const cjk =
  '"PingFang SC", "Hiragino Sans", "Noto Sans CJK SC", "Noto Sans SC", "Microsoft YaHei", "Yu Gothic UI"';
export const fontFamily = `"Inter Variable", system-ui, -apple-system, "Segoe UI", ${cjk}, sans-serif`;

/** Of code, keys and addresses. */
export const monospace = '"JetBrains Mono Variable", ui-monospace, Menlo, Consolas, monospace';
