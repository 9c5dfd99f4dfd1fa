import type { ChannelView, SecretComparison } from '@turnpike/contract';

/** Members that are compared, in the order of the form. */
export const comparedFields = [
  ...(['type', 'status', 'base_url', 'other', 'key', 'models', 'model_mapping', 'test_model'] as const),
  ...(['group', 'tag', 'priority', 'weight', 'disabled_stream', 'only_chat', 'dialects'] as const),
  ...(['model_headers', 'custom_parameter', 'plugin', 'proxy', 'allow_private_network'] as const),
  ...(['cost_ratio', 'requests_per_minute', 'tokens_per_minute', 'parallel_calls'] as const),
];
export type ComparedField = (typeof comparedFields)[number];

export interface ComparisonProps {
  channels: readonly ChannelView[];
  fields: readonly ComparedField[];
  differing: ReadonlySet<ComparedField>;
  /** Undefined while they were not compared. */
  secrets: SecretComparison | undefined;
}

/** Equal texts stand for equal values; null for one that nobody can compare. */
type Comparable = string | null;

const inAnyOrder = (names: readonly string[]): string => [...names].sort().join(',');

/** The order of members and the spaces of a JSON text play no part. */
export function plainJson(text: string): string {
  if (text === '') return '';
  try {
    return JSON.stringify(JSON.parse(text), sortMembers);
  } catch {
    return text;
  }
}

const sortMembers = (_name: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value;

/** Undefined while the secrets were not compared. */
type Secrets = SecretComparison | undefined;

const secretOf = (marks: readonly number[] | undefined, place: number): Comparable => {
  const mark = marks?.[place] ?? -1;
  return mark === -1 ? null : String(mark);
};

function comparableOf(
  field: ComparedField,
  { channel, place, secrets }: { channel: ChannelView; place: number; secrets: Secrets },
): Comparable {
  switch (field) {
    case 'key':
      return secretOf(secrets?.keys, place);
    case 'proxy':
      return secretOf(secrets?.proxies, place);
    case 'models':
    case 'group':
      return inAnyOrder(channel[field].split(','));
    case 'disabled_stream':
    case 'dialects':
      return inAnyOrder(channel[field]);
    case 'model_mapping':
    case 'model_headers':
    case 'custom_parameter':
    case 'plugin':
      return plainJson(channel[field]);
    default:
      return String(channel[field]);
  }
}

/** Members in which the channels differ; a secret that cannot be compared is none of them. */
export function differingFields(channels: readonly ChannelView[], secrets: Secrets): Set<ComparedField> {
  const differs = (field: ComparedField): boolean => {
    const values = channels.map((channel, place) => comparableOf(field, { channel, place, secrets }));
    return !values.includes(null) && new Set(values).size > 1;
  };
  return new Set(comparedFields.filter(differs));
}

/** Names that a channel has and not all of the others. */
export function notInAll(lists: readonly (readonly string[])[]): string[][] {
  const [first = [], ...others] = lists.map((list) => new Set(list));
  const common = new Set([...first].filter((name) => others.every((other) => other.has(name))));
  return lists.map((list) => list.filter((name) => !common.has(name)));
}
