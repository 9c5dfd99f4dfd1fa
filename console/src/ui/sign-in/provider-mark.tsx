import ChatIcon from '@mui/icons-material/ChatOutlined';
import GitHubIcon from '@mui/icons-material/GitHub';
import TelegramIcon from '@mui/icons-material/Telegram';
import KeyIcon from '@mui/icons-material/VpnKeyOutlined';
import WorkIcon from '@mui/icons-material/WorkOutlineOutlined';
import type { SignInProviderName } from '@turnpike/contract';

const marks = {
  github: GitHubIcon,
  oidc: KeyIcon,
  lark: WorkIcon,
  telegram: TelegramIcon,
  wechat: ChatIcon,
} as const;

/** Stands next to the provider's name. */
export function ProviderMark({ provider }: { provider: SignInProviderName }) {
  const Mark = marks[provider];
  return <Mark fontSize="small" aria-hidden />;
}
