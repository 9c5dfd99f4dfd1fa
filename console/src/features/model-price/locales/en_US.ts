import type { TextsOf } from '../../../i18n/texts.ts';
import type zhCN from './zh_CN.ts';

const texts: TextsOf<typeof zhCN> = {
  title: 'Available models',
  purpose: 'Prices of the chosen group, per {{unit}} tokens.',
  purposeMultiplier: 'Multiplier 1 is $0.002 per 1K tokens; the group’s price factor is included.',
  search: 'Search models',
  group: 'Group',
  groupRatio: '{{name}} (×{{ratio}})',
  groupFree: '{{name}} (free)',
  shown: 'Show',
  onlyAvailable: 'Available only',
  allModels: 'All models',
  copyModel: 'Copy {{model}}',
  allOwners: 'All owners',
  notAvailable: 'Not in this group',
  nothingFound: 'No matching models',
  nothingFoundHint: 'Try another word, or clear the filters.',
  gone: 'There is no available model named {{model}}.',
};

export default texts;
