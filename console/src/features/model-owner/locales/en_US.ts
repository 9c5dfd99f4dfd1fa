import type { TextsOf } from '../../../i18n/texts.ts';
import type zhCN from './zh_CN.ts';

const texts: TextsOf<typeof zhCN> = {
  title: 'Model owners',
  purpose: 'Every price names the owner of its model. Names and icons are kept here.',
  create: 'Add owner',
  createTitle: 'Add a model owner',
  created: '{{name}} added',
  editTitle: 'Edit {{name}} ({{id}})',
  saved: 'Owner saved',
  search: 'Search name or number',
  nothingFound: 'No owner matches “{{keyword}}”',
  name: 'Name',
  number: 'Number',
  numberHint: 'From 1000 on. Prices name the owner by it, so it cannot be changed later.',
  kind: 'Origin',
  builtIn: 'Built in',
  own: 'Added here',
  icon: 'Icon',
  iconHint:
    'An address of this site (begins with /), a data: picture, or the name of a built-in icon. Pictures of other sites are never loaded.',
  deleteOwner: 'Delete owner',
  deleteTitle: 'Delete owner {{name}}?',
  deleteHint: 'It stays while a price names it.',
};

export default texts;
