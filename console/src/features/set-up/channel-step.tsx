import Box from '@mui/material/Box';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { channelTypesQuery } from '../../api/channel-types.ts';
import { ButtonLink } from '../../ui/action/button-link.tsx';
import { ChoiceFilter } from '../../ui/filter/choice-filter.tsx';
import { useChannelTypeName } from '../../ui/text/use-channel-type-name.ts';
import { showErrorToast } from '../../ui/toast/toast.ts';
import { draftOf } from './provider-draft.ts';
import { ProviderForm } from './provider-form.tsx';
import { ProviderTile } from './provider-tile.tsx';
import { useCreateFirstChannel } from './set-up-api.ts';

/** Numbers of the providers that most people begin with; the others are a list. */
const COMMON = [1, 14, 25, 8];

/** A provider with its key, tried by a real call; or the demo in one click. */
export function ChannelStep({ onDone }: { onDone: (model: string) => void }) {
  const { t } = useTranslation('set-up');
  const typeName = useChannelTypeName();
  const [chosenId, setChosenId] = useState<number>();
  const types = useQuery(channelTypesQuery).data ?? [];
  const demo = types.find((type) => type.is_demo);
  const common = COMMON.flatMap((id) => types.filter((type) => type.id === id));
  const others = types.filter((type) => !type.is_demo && !common.includes(type));
  const chosen = types.find((type) => type.id === chosenId);
  const create = useCreateFirstChannel();
  // Two presses before the next drawing make one channel.
  const isStarting = useRef(false);

  async function startDemo() {
    if (demo === undefined || isStarting.current) return;
    isStarting.current = true;
    try {
      await create.mutateAsync({ channel: draftOf(demo), isTested: false });
      onDone(demo.test_model);
    } catch (error) {
      showErrorToast(error);
    } finally {
      isStarting.current = false;
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
        {common.map((type) => (
          <ProviderTile
            key={type.id}
            label={typeName(type)}
            about={type.base_url_required ? t('customAbout') : t('keyAbout')}
            isChosen={type === chosen}
            onChoose={() => setChosenId(type.id)}
          />
        ))}
      </Box>
      <Box sx={{ justifySelf: 'start' }}>
        <ChoiceFilter
          label={t('otherProviders')}
          value={others.find((type) => type === chosen)?.id}
          choices={others.map((type) => ({ value: type.id, label: typeName(type) }))}
          onChange={setChosenId}
        />
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
