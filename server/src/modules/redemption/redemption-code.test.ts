import { describe, expect, it } from 'vitest';
import { maskRedemptionCode, newRedemptionCode, readRedemptionCode } from './redemption-code.ts';

describe('a redemption code', () => {
  it('has four groups of letters and digits that do not look alike', () => {
    const codes = new Set(Array.from({ length: 500 }, newRedemptionCode));
    expect(codes.size).toBe(500);
    for (const code of codes) expect(code).toMatch(/^TP(-[0-9A-HJKMNP-TV-Z]{7}){4}$/);
  });

  it('is read as it is typed', () => {
    for (let round = 0; round < 200; round += 1) {
      const code = newRedemptionCode();
      const typed = [
        code.toLowerCase(),
        code.replaceAll('-', ''),
        code.replaceAll('0', 'o').replaceAll('1', 'l'),
        code.slice(3).replace(/^/, 'tp'),
      ];
      for (const one of typed) expect(readRedemptionCode(one), one).toBe(code);
    }
  });

  it('is refused with a wrong letter, nearly always', () => {
    let accepted = 0;
    for (let round = 0; round < 500; round += 1) {
      const code = newRedemptionCode();
      const place = 3 + (round % 7);
      const other = code[place] === '7' ? '8' : '7';
      if (readRedemptionCode(code.slice(0, place) + other + code.slice(place + 1)) !== undefined)
        accepted += 1;
    }
    expect(accepted).toBeLessThan(10);
    expect(readRedemptionCode(newRedemptionCode().slice(0, -1))).toBeUndefined();
  });

  it('of another product counts as it is', () => {
    const other = '0b1946ac92492d2347c6235b4d2611184';
    expect(readRedemptionCode(other)).toBe(other);
    expect(readRedemptionCode('Tp-gift')).toBe('Tp-gift');
  });

  it('is masked', () => {
    expect(maskRedemptionCode('TP-3K7QX2M-ABCDEFG-HJKMNPQ-RSTVWXY')).toBe('TP-3K7…VWXY');
  });
});
