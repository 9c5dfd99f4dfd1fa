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
    'The address of a picture (http:// or https://), a path on this site (starting with /), a data: picture, or the name of a built-in icon. A picture of another site is fetched once, when you save, and kept here until its address changes.',
  keptPicture: 'Picture kept here',
  deleteOwner: 'Delete owner',
  deleteTitle: 'Delete owner {{name}}?',
  deleteHint: 'It stays while a price names it.',
};

export default texts;
