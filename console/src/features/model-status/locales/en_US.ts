import type { TextsOf } from '../../../i18n/texts.ts';
import type zhCN from './zh_CN.ts';

const texts: TextsOf<typeof zhCN> = {
  heading: 'Model status',
  purpose: 'Share of calls answered in the last 24 hours, updated every 30 seconds.',
  off: 'This site has no status page',
  search: 'Search models',
  state: 'State',
  state_operational: 'Operational',
  state_degraded: 'Degraded',
  state_down: 'Down',
  state_idle: 'No recent calls',
  nothingFound: 'No model matches',
  empty: 'No models yet',
  emptyHint: 'Models appear here once everybody can use them.',
  allWork: 'All models with recent calls are operational',
  troubled_one: '{{number}} model has problems',
  troubled_other: '{{number}} models have problems',
  model: 'Model',
  answered: 'Answered, 24 h',
  firstByte: 'First byte, mean',
  day: 'Last 24 hours',
  stripNone: 'Too few calls in the last 24 hours',
  stripWhole: 'Last 24 hours: all calls of every hour were answered',
  stripWorst: 'Worst of the last 24 hours: from {{time}}, {{percent}}% answered',
};

export default texts;
