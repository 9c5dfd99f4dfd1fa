import StatementIcon from '@mui/icons-material/AccountBalanceWalletOutlined';
import TopUpIcon from '@mui/icons-material/AddCardOutlined';
import ChannelIcon from '@mui/icons-material/AltRouteOutlined';
import AnalyticsIcon from '@mui/icons-material/BarChartOutlined';
import MidjourneyIcon from '@mui/icons-material/BrushOutlined';
import ModelOwnerIcon from '@mui/icons-material/BusinessOutlined';
import PlaygroundIcon from '@mui/icons-material/ChatOutlined';
import InviteCodeIcon from '@mui/icons-material/ConfirmationNumberOutlined';
import PaySettingIcon from '@mui/icons-material/CreditCardOutlined';
import DashboardIcon from '@mui/icons-material/DashboardOutlined';
import UserGroupIcon from '@mui/icons-material/GroupsOutlined';
import HomeIcon from '@mui/icons-material/HomeOutlined';
import ListIcon from '@mui/icons-material/ListAltOutlined';
import ProfileIcon from '@mui/icons-material/ManageAccountsOutlined';
import TaskIcon from '@mui/icons-material/MovieCreationOutlined';
import PaymentIcon from '@mui/icons-material/PaymentsOutlined';
import UserIcon from '@mui/icons-material/PeopleOutlined';
import PricingIcon from '@mui/icons-material/PriceChangeOutlined';
import LogIcon from '@mui/icons-material/ReceiptLongOutlined';
import RedemptionIcon from '@mui/icons-material/RedeemOutlined';
import InvoiceIcon from '@mui/icons-material/RequestQuoteOutlined';
import ModelPriceIcon from '@mui/icons-material/SellOutlined';
import SettingIcon from '@mui/icons-material/SettingsOutlined';
import OperationIcon from '@mui/icons-material/StorefrontOutlined';
import TelegramIcon from '@mui/icons-material/Telegram';
import TokenIcon from '@mui/icons-material/VpnKeyOutlined';
import type { ComponentType } from 'react';
import type { Feature } from '../shell/feature.ts';
import type { TitleKey } from '../shell/sidebar-entry.ts';

const icons: Partial<Record<Feature['name'], ComponentType>> = {
  analytics: AnalyticsIcon,
  channel: ChannelIcon,
  dashboard: DashboardIcon,
  home: HomeIcon,
  'invite-code': InviteCodeIcon,
  invoice: InvoiceIcon,
  log: LogIcon,
  midjourney: MidjourneyIcon,
  'model-owner': ModelOwnerIcon,
  'model-price': ModelPriceIcon,
  payment: PaymentIcon,
  playground: PlaygroundIcon,
  pricing: PricingIcon,
  profile: ProfileIcon,
  redemption: RedemptionIcon,
  setting: SettingIcon,
  statement: StatementIcon,
  task: TaskIcon,
  telegram: TelegramIcon,
  token: TokenIcon,
  topup: TopUpIcon,
  'user-group': UserGroupIcon,
  user: UserIcon,
};

/** Picture of a feature in the sidebar. It is loaded with the sidebar: the first screen needs none. */
export const iconOfFeature = (name: Feature['name']): ComponentType => icons[name] ?? ListIcon;

/** Pictures of the folds of the sidebar. */
export const foldIcons: Partial<Record<TitleKey, ComponentType>> = {
  operation: OperationIcon,
  paySetting: PaySettingIcon,
};
