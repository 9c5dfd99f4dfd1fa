import CopyIcon from '@mui/icons-material/ContentCopyOutlined';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import { type ChatLink, chatLinkAddress, type TokenView } from '@turnpike/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useSite } from '../../api/site-status.ts';
import { ActionMenu } from '../../ui/action/action-menu.tsx';
import { ConfirmDialog } from '../../ui/action/confirm-dialog.tsx';
import { useCopy } from '../../ui/action/use-copy.ts';
import { useRemove } from '../../ui/list/entity-mutations.ts';
import { Tip } from '../../ui/overlay/tip.tsx';
import { tokens, useRevealToken } from './token-api.ts';
import type { ShownKey } from './token-key-dialog.tsx';

interface TokenActionsProps {
  token: TokenView;
  /** Apps that the key can be handed to. */
  apps: readonly ChatLink[];
  onEdit: (id: number) => void;
  onReveal: (shown: ShownKey) => void;
}

export function TokenActions({ token, apps, onEdit, onReveal }: TokenActionsProps) {
  const { t } = useTranslation(['token', 'ui']);
  const navigate = useNavigate();
  const copy = useCopy();
  const reveal = useRevealToken();
  const remove = useRemove(tokens);
  const [isAsking, setAsking] = useState(false);
  const { serverAddress } = useSite();
  const openIn = (url: string) =>
    reveal.mutate(token.id, {
      onSuccess: ({ key }) =>
        window.open(chatLinkAddress(url, { key, server: serverAddress }), '_blank', 'noopener,noreferrer'),
    });
  const { name } = token;
  return (
    <Box sx={{ display: 'inline-flex' }}>
      <Tip text={t('copyKey')}>
        <IconButton
          size="small"
          aria-label={t('copyKeyOf', { name })}
          disabled={reveal.isPending}
          onClick={() => reveal.mutate(token.id, { onSuccess: ({ key }) => void copy(key, 'key') })}
        >
          <CopyIcon fontSize="small" />
        </IconButton>
      </Tip>
      <ActionMenu
        label={t('ui:actionsFor', { name })}
        actions={[
          { label: t('ui:edit'), onSelect: () => onEdit(token.id) },
          {
            label: t('useKey'),
            onSelect: () =>
              reveal.mutate(token.id, {
                onSuccess: ({ key }) => onReveal({ token, tokenKey: key, isNew: false }),
              }),
          },
          {
            label: t('showLogs'),
            onSelect: () => navigate(`/panel/log?token_name=${encodeURIComponent(name)}`),
          },
          ...apps.map((app) => ({
            label: t('openIn', { app: app.name || hostOf(app.url) }),
            onSelect: () => openIn(app.url),
          })),
          { label: t('ui:delete'), isDestructive: true, onSelect: () => setAsking(true) },
        ]}
      />
      <ConfirmDialog
        isOpen={isAsking}
        title={t('deleteTitle', { name })}
        confirmLabel={t('deleteKey')}
        isBusy={remove.isPending}
        onClose={() => setAsking(false)}
        onConfirm={() => remove.mutate(token.id, { onSuccess: () => setAsking(false) })}
      >
        {t('deleteHint')}
      </ConfirmDialog>
    </Box>
  );
}

/** Names a link that has no name. */
const hostOf = (url: string): string => url.replace(/^[^:]+:\/\//, '').replace(/[/?#].*$/, '');
