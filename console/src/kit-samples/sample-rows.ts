export interface SampleRowData {
  id: number;
  name: string;
  status: 1 | 2 | 3;
  models: string;
  used_quota: number;
  response_time: number;
  created_time: number;
}

const names = [
  'openai-main',
  'openai-reserve',
  'claude-eu',
  'deepseek',
  'a-channel-with-a-name-that-goes-on-and-on',
];
const models = ['gpt-5, gpt-5-mini, gpt-4.1, text-embedding-3-small', 'claude-sonnet-4-5', 'deepseek-chat'];

/** Rows that vary without being random, so that pictures stay alike. */
export const sampleRows = (count: number): SampleRowData[] =>
  Array.from({ length: count }, (_, place) => ({
    id: place + 1,
    name: count > names.length ? `${names[place % 4]}-${place + 1}` : (names[place] ?? ''),
    status: place % 7 === 3 ? 3 : place % 5 === 2 ? 2 : 1,
    models: models[place % models.length] ?? '',
    used_quota: (place * 7_654_321) % 90_000_000,
    response_time: (place * 397) % 3200,
    created_time: 1_762_500_000 - place * 86_400,
  }));
