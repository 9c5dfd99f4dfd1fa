import type { TextsOf } from '../../../i18n/texts.ts';
import type zhCN from './zh_CN.ts';

const texts: TextsOf<typeof zhCN> = {
  title: 'Model owners',
  purpose: 'Every price has a model owner. Manage their names and icons here.',
  create: 'Add owner',
  createTitle: 'Add a model owner',
  created: '{{name}} added',
  editTitle: 'Edit {{name}} ({{id}})',
  saved: 'Owner saved',
  search: 'Search name or number',
  nothingFound: 'No owner matches “{{keyword}}”',
  name: 'Name',
  number: 'Number',
  numberHint: '1000 or higher. Prices refer to the owner by it, so it cannot be changed later.',
  kind: 'Origin',
  builtIn: 'Built in',
  own: 'Added here',
  icon: 'Icon',
  iconHint:
    'Address of a picture (http:// or https://), path on this site (starting with /), data: picture, or name of a built-in icon. Pictures from other sites are fetched when you save and stored here.',
  keptPicture: 'Picture stored here',
  deleteOwner: 'Delete owner',
  deleteTitle: 'Delete owner {{name}}?',
  deleteHint: 'An owner that a price uses cannot be deleted.',
};

export default texts;
