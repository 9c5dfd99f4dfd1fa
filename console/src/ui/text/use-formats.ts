import { type Currency, currencyDecimals } from '@turnpike/contract/catalogues/currencies';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useSite } from '../../api/site-status.ts';
import { spaceNumber } from '../../i18n/close-up.ts';
import { toTag } from '../../i18n/languages.ts';

export interface Formats {
  number: (value: number, maximumFractionDigits?: number) => string;
  /** With so many decimals, for columns. */
  fixed: (value: number, fractionDigits: number) => string;
  /** Points as the site shows them: money with two decimals, six for a single call, or points shortened. */
  quota: (points: number, options?: { isPrecise?: boolean }) => string;
  /** As `quota`, to the last part of a point: for parts of one charge. */
  exactQuota: (points: number) => string;
  /** An amount of a currency, to its cents; `$` and `¥` are the dollar and the yuan, others have their code. */
  money: (amount: number, currency: Currency) => string;
  /** Dollars of a price: cents, and more decimals where it has them. */
  price: (dollars: number) => string;
  points: (points: number) => string;
  /** Shortened from ten thousand on, as each language does it. */
  compact: (value: number) => string;
  time: (epochSeconds: number) => string;
  /** Hours and minutes; with the day where it is not today. */
  timeOfDay: (epochMs: number) => string;
  /** With the name of the reader's time zone, for where it stands alone. */
  zonedTime: (epochSeconds: number) => string;
  /** A day, `YYYY-MM-DD`. */
  day: (day: string) => string;
  /** First and last day of a range, each `YYYY-MM-DD`. */
  dayRange: (from: string, to: string) => string;
  relativeTime: (epochSeconds: number, nowMs?: number) => string;
  duration: (ms: number) => string;
}

/** Numbers, money and times in the chosen language; nothing else formats them. */
export function useFormats(): Formats {
  const { i18n } = useTranslation();
  const { pointsPerUnit, showsCurrency } = useSite();
  const tag = toTag(i18n.language);
  return useMemo(
    () => ({
      number: (value, maximumFractionDigits = 2) => numberOf(tag, maximumFractionDigits).format(value),
      fixed: (value, fractionDigits) => fixedOf(tag, fractionDigits).format(value),
      quota: (points, options) =>
        showsCurrency
          ? moneyText(tag, points / pointsPerUnit, options?.isPrecise === true)
          : shortened(tag, points),
      exactQuota: (points) =>
        showsCurrency ? exactMoneyText(tag, points / pointsPerUnit, 6) : numberOf(tag, 6).format(points),
      money: (amount, currency) =>
        `${signOf(amount)}${signs[currency] ?? `${currency} `}${fixedOf(tag, currencyDecimals[currency]).format(Math.abs(amount))}`,
      price: (dollars) => exactMoneyText(tag, dollars, 2),
      compact: (value) => shortened(tag, value),
      points: (points) => numberOf(tag, 2).format(points),
      time: (epochSeconds) => exactTime(tag).format(epochSeconds * 1000),
      timeOfDay: (epochMs) => timeOfDay(tag, isToday(epochMs)).format(epochMs),
      zonedTime: (epochSeconds) => zonedText(tag, epochSeconds * 1000),
      day: (day) => dayOf(tag).format(midnightOf(day)),
      dayRange: (from, to) => `${dayOf(tag).format(midnightOf(from))} – ${dayOf(tag).format(midnightOf(to))}`,
      relativeTime: (epochSeconds, nowMs = Date.now()) => relativeText(tag, epochSeconds * 1000 - nowMs),
      duration: (ms) => durationText(tag, ms),
    }),
    [tag, pointsPerUnit, showsCurrency],
  );
}

const signs: Partial<Record<Currency, string>> = { USD: '$', CNY: '¥' };

const remembered = new Map<string, unknown>();
function once<Value>(key: string, make: () => Value): Value {
  if (!remembered.has(key)) remembered.set(key, make());
  return remembered.get(key) as Value;
}

const numberOf = (tag: string, digits: number) =>
  once(`n${tag}${digits}`, () => new Intl.NumberFormat(tag, { maximumFractionDigits: digits }));

/** For what stands one below the other. */
const fixedOf = (tag: string, digits: number) =>
  once(
    `f${tag}${digits}`,
    () => new Intl.NumberFormat(tag, { minimumFractionDigits: digits, maximumFractionDigits: digits }),
  );

const compactOf = (tag: string) =>
  once(`k${tag}`, () => new Intl.NumberFormat(tag, { notation: 'compact', maximumSignificantDigits: 3 }));

const exactTime = (tag: string, timeZone?: string) =>
  once(
    `t${tag}${timeZone}`,
    () => new Intl.DateTimeFormat(tag, { dateStyle: 'medium', timeStyle: 'medium', timeZone }),
  );

const timeOfDay = (tag: string, isToday: boolean) =>
  once(
    `c${tag}${isToday}`,
    () =>
      new Intl.DateTimeFormat(tag, {
        timeStyle: 'short',
        ...(isToday ? {} : { dateStyle: 'medium' as const }),
      }),
  );

const dayOf = (tag: string) => once(`d${tag}`, () => new Intl.DateTimeFormat(tag, { dateStyle: 'medium' }));

const midnightOf = (day: string): Date => new Date(`${day}T00:00`);

const isToday = (ms: number): boolean => new Date(ms).toDateString() === new Date().toDateString();

/** The zone comes last in every language: Intl would put it into the middle of a Chinese time. */
export function zonedText(tag: string, ms: number, timeZone?: string): string {
  const zones = once(
    `z${tag}${timeZone}`,
    () => new Intl.DateTimeFormat(tag, { timeZoneName: 'short', timeZone }),
  );
  const zone = zones.formatToParts(ms).find(({ type }) => type === 'timeZoneName')?.value ?? '';
  return `${exactTime(tag, timeZone).format(ms)} ${zone}`;
}

const signOf = (amount: number): string => (amount < 0 ? '−' : '');

/** `$` and two decimals, or six where fractions of a cent matter; less than a cent is not shown as nothing. */
function moneyText(tag: string, amount: number, isPrecise: boolean): string {
  const format = once(
    `m${tag}${isPrecise}`,
    () =>
      new Intl.NumberFormat(tag, {
        minimumFractionDigits: isPrecise ? 6 : 2,
        maximumFractionDigits: isPrecise ? 6 : 2,
      }),
  );
  const size = Math.abs(amount);
  const isBelowCent = !isPrecise && size > 0 && size < 0.01;
  return `${signOf(amount)}${isBelowCent ? `<$${format.format(0.01)}` : `$${format.format(size)}`}`;
}

/** Money with so many decimals, and more where they would round it. */
function exactMoneyText(tag: string, amount: number, decimals: number): string {
  const format = once(
    `x${tag}${decimals}`,
    () => new Intl.NumberFormat(tag, { minimumFractionDigits: decimals, maximumFractionDigits: 12 }),
  );
  return `${signOf(amount)}$${format.format(Number(Math.abs(amount).toPrecision(12)))}`;
}

/** Whole below ten thousand. Source: docs/reference/compatibility.md, "Numbers on screens". */
const shortened = (tag: string, value: number): string =>
  (Math.abs(value) < 10_000 ? numberOf(tag, 1) : compactOf(tag)).format(value);

const units: [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 31_536_000_000],
  ['month', 2_592_000_000],
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
];

function relativeText(tag: string, differenceMs: number): string {
  const format = once(`r${tag}`, () => new Intl.RelativeTimeFormat(tag, { numeric: 'auto', style: 'short' }));
  const [unit, unitMs] = units.find(([, ms]) => Math.abs(differenceMs) >= ms) ?? (['second', 1000] as const);
  return spaceNumber(format.format(Math.trunc(differenceMs / unitMs), unit));
}

function durationText(tag: string, ms: number): string {
  return ms < 1000
    ? `${numberOf(tag, 0).format(ms)} ms`
    : `${fixedOf(tag, ms < 10_000 ? 2 : 1).format(ms / 1000)} s`;
}
