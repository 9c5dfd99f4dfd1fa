import AccountIcon from '@mui/icons-material/AccountCircleOutlined';
import Box from '@mui/material/Box';
import Divider from '@mui/material/Divider';
import IconButton from '@mui/material/IconButton';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import Typography from '@mui/material/Typography';
import { useMutation } from '@tanstack/react-query';
import { userCalls } from '@turnpike/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callApi } from '../api/call-api.ts';
import { useSelf } from '../api/self.ts';

function useSignOut() {
  return useMutation({
    mutationFn: () => callApi(userCalls.logout, {}),
    // A fresh page: nothing that this account saw stays in memory.
    onSuccess: () => window.location.assign('/'),
  });
}

export function AccountMenu() {
  const { t } = useTranslation('shell');
  const self = useSelf();
  const signOut = useSignOut();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  if (self === null) return null;
  return (
    <>
      <IconButton
        aria-label={t('account', { name: self.username })}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <AccountIcon />
      </IconButton>
      <Menu
        anchorEl={anchor}
        open={anchor !== null}
        onClose={() => setAnchor(null)}
        slotProps={{ list: { 'aria-label': t('account', { name: self.username }) } }}
      >
        <Box role="presentation" sx={{ px: 4, py: 2, maxWidth: 260 }}>
          <Typography noWrap sx={{ fontWeight: 600 }}>
            {self.display_name || self.username}
          </Typography>
          <Typography variant="body2" color="textSecondary" noWrap>
            {self.email || self.username}
          </Typography>
        </Box>
        <Divider role="presentation" />
        <MenuItem
          onClick={() => {
            setAnchor(null);
            signOut.mutate();
          }}
        >
          {t('signOut')}
        </MenuItem>
      </Menu>
    </>
  );
}
