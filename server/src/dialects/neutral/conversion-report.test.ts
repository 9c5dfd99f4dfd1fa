import { describe, expect, it } from 'vitest';
import { ConversionReport } from './conversion-report.ts';

const reportOf = (dropped: number): ConversionReport => {
  const report = new ConversionReport();
  for (let at = 0; at < dropped; at += 1) report.note('dropped', `f${at}`);
  report.note('added', 'max_tokens');
  return report;
};

describe('the header of a conversion', () => {
  it('names each field once, by its fate', () => {
    const report = reportOf(2);
    report.note('dropped', 'f1');
    expect(report.header()).toBe('dropped=f0,f1; added=max_tokens');
  });

  it.each([40, 70, 5000])(
    'ends with a mark where it does not name all of %i, and keeps other fates',
    (count) => {
      const header = reportOf(count).header();
      expect(header).toMatch(/^dropped=f0,f1,.*; added=max_tokens(; \.\.\.)?$/);
      expect(header.length).toBeLessThanOrEqual(256);
      expect(header.endsWith('...')).toBe(count > 40);
      expect(reportOf(count).losses).toBe(count);
    },
  );
});
