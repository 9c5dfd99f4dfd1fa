import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import FormHelperText from '@mui/material/FormHelperText';
import { keyClients } from '@turnpike/contract/key-use/key-clients';
import type { KeyClient } from '@turnpike/contract/key-use/key-use';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type SampleKey, useKeyModels } from '../../api/sample-model.ts';
import { useSite } from '../../api/site-status.ts';
import { FoldedSection } from '../../ui/form/form-section.tsx';
import { SelectField } from '../../ui/form/select-field.tsx';
import { useStored } from '../../ui/page/use-stored.ts';
import { BaseAddresses } from './base-addresses.tsx';
import { KeyUseBlockView } from './key-use-block.tsx';
import { KeyUseValue } from './key-use-value.tsx';

interface KeyUsePanelProps {
  token: SampleKey;
  tokenKey: string;
  /** The key as it is shown. */
  shownKey: string;
}

/** Texts and links that make a client use the key. Copies hold the key in full. */
export default function KeyUsePanel({ token, tokenKey, shownKey }: KeyUsePanelProps) {
  const { t } = useTranslation('token');
  const { serverAddress } = useSite();
  const models = useKeyModels(token);
  const [clientId, setClientId] = useStored('keyClient', keyClients[0].id);
  const [chosenModel, setModel] = useState<string>();
  const client = keyClients.find(({ id }) => id === clientId) ?? keyClients[0];
  const model = chosenModel ?? modelFor(client, models);
  const real = client.textsFor({ serverAddress, tokenKey, model });
  const shown = client.textsFor({ serverAddress, tokenKey: shownKey, model });
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 4 }}>
      <Box sx={{ display: 'grid', gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: '1fr 1fr' }, gap: 4 }}>
        <SelectField
          label={t('client')}
          value={client.id}
          choices={keyClients.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={setClientId}
        />
        <SelectField
          label={t('model')}
          value={model}
          choices={models.map((name) => ({ value: name, label: name }))}
          onChange={setModel}
        />
      </Box>
      <Box component="dl" sx={{ m: 0 }}>
        <KeyUseValue name={t('baseAddress')} shown={real.address} value={real.address} thing="address" />
      </Box>
      {real.links.length === 0 ? null : (
        <div>
          <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2 }}>
            {real.links.map(({ app, url }) => (
              <Button
                key={app}
                variant="outlined"
                onClick={() => window.open(url, '_blank', 'noopener,noreferrer')}
              >
                {t('openIn', { app })}
              </Button>
            ))}
          </Box>
          <FormHelperText>{t('linkHint')}</FormHelperText>
        </div>
      )}
      {real.blocks.map((block, index) => (
        <KeyUseBlockView key={block.place} block={block} shown={shown.blocks[index] ?? block} />
      ))}
      <FormHelperText>
        {client.tried === null ? t('notTried') : t('tried', { version: client.tried })}
      </FormHelperText>
      <FoldedSection title={t('baseAddresses')}>
        <BaseAddresses />
      </FoldedSection>
    </Box>
  );
}

/** The cheapest model of the kind that the client is made for, or the cheapest of all. */
const modelFor = ({ prefers }: KeyClient, models: readonly string[]): string =>
  models.find((name) => prefers?.test(name)) ?? models[0] ?? '';
