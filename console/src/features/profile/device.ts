/** The first that fits counts: browsers name each other. */
const programs: readonly [RegExp, string][] = [
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/(?:Chrome|CriOS)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];
const systems: readonly [RegExp, string][] = [
  [/\b(?:iPhone|iPad|iPod)\b/, 'iOS'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
];

/**
 * Program and system of a device; empty if unknown. For a text that is not a browser's, the first word counts:
 * `curl/8.5.0`.
 */
export function deviceOf(userAgent: string): { program: string; system: string } {
  const find = (list: readonly [RegExp, string][]) => list.find(([sign]) => sign.test(userAgent))?.[1] ?? '';
  const other = userAgent.startsWith('Mozilla/') ? '' : (userAgent.split(' ', 1)[0] ?? '');
  return { program: find(programs) || other.slice(0, 40), system: find(systems) };
}
