/** Number of separate series in one chart; the others are summed. */
export const SHOWN_SERIES = 8;

export interface ChartBucket {
  /** As the server names it: `YYYY-MM-DD`, by the hour `YYYY-MM-DD HH:mm`. */
  key: string;
  /** Short, for the axis. */
  label: string;
}

export interface ChartSeries {
  /** Determines its colour; an empty text is the sum of the others. */
  name: string;
  label: string;
  /** One for each bucket. */
  values: readonly number[];
  total: number;
}

export interface ChartData {
  buckets: readonly ChartBucket[];
  /** Largest first, everything else last. */
  series: readonly ChartSeries[];
  total: number;
}

export interface ChartValue {
  bucket: string;
  name: string;
  value: number;
}

interface Naming {
  labelOf?: (name: string) => string;
  restLabel: string;
}

/** Values as series: the largest by name, the rest as one. A name that is empty belongs to the rest. */
export function toChartData(
  buckets: readonly ChartBucket[],
  values: readonly ChartValue[],
  { labelOf = (name) => name, restLabel }: Naming,
): ChartData {
  const placeOf = new Map(buckets.map(({ key }, place) => [key, place]));
  const byName = new Map<string, number[]>();
  for (const { bucket, name, value } of values) {
    const place = placeOf.get(bucket);
    if (place === undefined || value === 0) continue;
    const own = byName.get(name) ?? buckets.map(() => 0);
    own[place] = (own[place] ?? 0) + value;
    byName.set(name, own);
  }
  const named = [...byName]
    .filter(([name]) => name !== '')
    .map(([name, own]) => ({ name, label: labelOf(name), values: own, total: sumOf(own) }))
    .sort((a, b) => b.total - a.total || (a.name < b.name ? -1 : 1));
  const rest = [...named.slice(SHOWN_SERIES).map((one) => one.values), byName.get('') ?? []].filter(
    (own) => own.length > 0,
  );
  const series: ChartSeries[] = named.slice(0, SHOWN_SERIES);
  if (rest.length > 0) {
    const own = buckets.map((_, place) => sumOf(rest.map((one) => one[place] ?? 0)));
    series.push({ name: '', label: restLabel, values: own, total: sumOf(own) });
  }
  return { buckets, series, total: sumOf(series.map(({ total }) => total)) };
}

export const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);

/** Sum of all series in one bucket. */
export const bucketTotal = ({ series }: ChartData, place: number): number =>
  sumOf(series.map(({ values }) => values[place] ?? 0));
