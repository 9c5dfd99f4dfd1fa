import Box from '@mui/material/Box';
import { channelTypes } from '@turnpike/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ButtonLink } from '../../ui/button-link.tsx';
import { showErrorToast } from '../../ui/toast.ts';
import { useChannelTypeName } from '../../ui/use-channel-type-name.ts';
import { draftOf } from './provider-draft.ts';
import { ProviderForm } from './provider-form.tsx';
import { ProviderTile } from './provider-tile.tsx';
import { useCreateFirstChannel } from './set-up-api.ts';

const demo = channelTypes.find((type) => type.isDemo);
const providers = channelTypes.filter((type) => !type.isDemo);

/** A provider with its key, tried by a real call; or the demo in one click. */
export function ChannelStep({ onDone }: { onDone: (model: string) => void }) {
  const { t } = useTranslation('set-up');
  const typeName = useChannelTypeName();
  const [chosenId, setChosenId] = useState<number>();
  const chosen = providers.find((type) => type.id === chosenId);
  const create = useCreateFirstChannel();

  async function startDemo() {
    if (demo === undefined) return;
    try {
      await create.mutateAsync({ channel: draftOf(demo), isTested: false });
      onDone(demo.testModel);
    } catch (error) {
      showErrorToast(error);
    }
  }

  return (
    <Box sx={{ display: 'grid', gap: 4 }}>
      <Box
        role="radiogroup"
        aria-label={t('provider')}
        sx={{ display: 'grid', gap: 3, gridTemplateColumns: { sm: 'repeat(3, 1fr)' } }}
      >
        {demo ? (
          <ProviderTile
            label={t('demo')}
            about={t('demoAbout')}
            isChosen={false}
            isBusy={create.isPending && chosen === undefined}
            onChoose={startDemo}
          />
        ) : null}
        {providers.map((type) => (
          <ProviderTile
            key={type.id}
            label={typeName(type)}
            about={type.baseUrlRequired ? t('customAbout') : t('keyAbout')}
            isChosen={type === chosen}
            onChoose={() => setChosenId(type.id)}
          />
        ))}
      </Box>
      {chosen ? <ProviderForm key={chosen.id} type={chosen} create={create} onDone={onDone} /> : null}
      <Box sx={{ ml: '-10px' }}>
        <ButtonLink to="/panel" variant="text" size="small">
          {t('skip')}
        </ButtonLink>
      </Box>
    </Box>
  );
}
