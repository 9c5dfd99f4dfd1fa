import SignOutIcon from '@mui/icons-material/LogoutOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import Divider from '@mui/material/Divider';
import List from '@mui/material/List';
import ListItem from '@mui/material/ListItem';
import ListItemButton from '@mui/material/ListItemButton';
import ListItemIcon from '@mui/material/ListItemIcon';
import ListItemText from '@mui/material/ListItemText';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import type { UserView } from '@turnpike/contract';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { groupMapQuery } from '../api/user-group.ts';
import { dashboardFeature } from '../features/dashboard/dashboard-feature.ts';
import { iconOfFeature } from '../features/feature-icons.ts';
import { homeFeature } from '../features/home/home-feature.ts';
import { profileFeature } from '../features/profile/profile-feature.ts';
import { topUpFeature } from '../features/topup/topup-feature.ts';
import { ModalDrawer } from '../ui/overlay/modal-drawer.tsx';
import { Avatar } from '../ui/text/avatar.tsx';
import { BalanceText } from '../ui/text/balance-text.tsx';
import { QuotaText } from '../ui/text/quota-text.tsx';
import { useFormats } from '../ui/text/use-formats.ts';
import { DrawerHead } from './drawer-head.tsx';
import { pathOf } from './navigation.ts';
import { useSignOut } from './sign-out.ts';
import { useTitleText } from './use-title-text.ts';

const linked = [homeFeature, dashboardFeature, profileFeature];

/** The own account at a glance, at the right. */
export function ProfileDrawer({ self, onClose }: { self: UserView; onClose: () => void }) {
  const { t } = useTranslation('shell');
  const titleText = useTitleText();
  const formats = useFormats();
  const group = useQuery(groupMapQuery).data?.[self.group];
  const signOut = useSignOut();
  const name = self.display_name || self.username;
  const facts = [
    [t('balance'), <BalanceText key="balance" points={self.quota} />],
    [t('used'), <QuotaText key="used" points={self.used_quota} />],
    [t('calls'), formats.number(self.request_count)],
    [t('invited'), formats.number(self.aff_count)],
    [t('inviteReward'), <QuotaText key="reward" points={self.aff_quota} />],
  ] as const;
  return (
    <ModalDrawer
      anchor="right"
      open
      onClose={onClose}
      aria-label={t('account', { name: self.username })}
      sx={{ width: 350, maxWidth: '85%', display: 'flex' }}
    >
      <DrawerHead onClose={onClose} />
      <Box sx={{ flex: 1, overflow: 'auto', px: 5, pb: 5 }}>
        <Box sx={{ display: 'grid', justifyItems: 'center', gap: 1, textAlign: 'center' }}>
          <Avatar user={self} size={64} />
          <Typography variant="h2" component="p" sx={{ mt: 2, overflowWrap: 'anywhere' }}>
            {name}
          </Typography>
          <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
            {self.email || `@${self.username}`}
          </Typography>
          <Chip
            size="small"
            sx={{ mt: 1, height: 'auto', py: 1, '& .MuiChip-label': { whiteSpace: 'normal' } }}
            label={
              group
                ? t('groupFacts', {
                    name: group.name,
                    ratio: formats.number(group.ratio, 4),
                    rate: formats.number(group.api_rate),
                  })
                : self.group
            }
          />
        </Box>
        <Box component="dl" sx={{ my: 5 }}>
          {facts.map(([label, value]) => (
            <Box
              key={label}
              sx={{
                display: 'flex',
                justifyContent: 'space-between',
                gap: 4,
                py: 2,
                borderBottom: 1,
                borderColor: 'divider',
              }}
            >
              <Typography component="dt" color="textSecondary">
                {label}
              </Typography>
              <Typography component="dd" className="tabular" sx={{ m: 0, fontWeight: 600 }}>
                {value}
              </Typography>
            </Box>
          ))}
        </Box>
        <Button
          component={Link}
          fullWidth
          variant="contained"
          to={pathOf(topUpFeature)}
          onClick={onClose}
          sx={{ mb: 3 }}
        >
          {t('topUp')}
        </Button>
        <List disablePadding>
          {linked.map((feature) => (
            <ListItem key={feature.name} disablePadding>
              <ListItemButton
                component={Link}
                to={pathOf(feature)}
                onClick={onClose}
                sx={{ borderRadius: '8px', minHeight: 44 }}
              >
                <ListItemIcon sx={{ minWidth: 36 }}>
                  <FeatureIcon name={feature.name} />
                </ListItemIcon>
                <ListItemText primary={titleText(feature.title)} />
              </ListItemButton>
            </ListItem>
          ))}
        </List>
      </Box>
      <Divider />
      <Box sx={{ p: 4 }}>
        <Button
          fullWidth
          variant="outlined"
          startIcon={<SignOutIcon />}
          loading={signOut.isPending}
          loadingPosition="start"
          onClick={() => signOut.mutate()}
        >
          {t('signOut')}
        </Button>
      </Box>
    </ModalDrawer>
  );
}

function FeatureIcon({ name }: { name: Parameters<typeof iconOfFeature>[0] }) {
  const Icon = iconOfFeature(name);
  return <Icon />;
}
