import Button from '@mui/material/Button';
import { channelInput } from '@turnpike/contract';
import { type ComponentType, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../ui/action/confirm-dialog.tsx';
import { BulkConfirm } from '../ui/data-table/bulk-confirm.tsx';
import { FormDialog } from '../ui/form/form-dialog.tsx';
import { FormDrawer } from '../ui/form/form-drawer.tsx';
import { TextInput } from '../ui/form/text-input.tsx';
import { useContractForm } from '../ui/form/use-contract-form.ts';
import { SideDrawer } from '../ui/overlay/side-drawer.tsx';
import { DetailList } from '../ui/text/detail-list.tsx';
import { Sample, SampleRow } from './sample.tsx';

interface OverlayProps {
  onClose: () => void;
}

/** By the name of the button that opens them. */
const overlays: Record<string, ComponentType<OverlayProps>> = {
  ConfirmDialog: Confirmation,
  BulkConfirm: BulkConfirmation,
  SideDrawer: Details,
  FormDialog: (props) => <SampleForm {...props} Frame={FormDialog as never} />,
  FormDrawer: (props) => <SampleForm {...props} Frame={FormDrawer as never} />,
};

export function OverlaySamples() {
  const [name, setName] = useState('');
  const Overlay = overlays[name];
  return (
    <Sample name="Opened by these buttons" isWide>
      <SampleRow>
        {Object.keys(overlays).map((one) => (
          <Button key={one} variant="outlined" lang="en" onClick={() => setName(one)}>
            {one}
          </Button>
        ))}
      </SampleRow>
      {Overlay ? <Overlay onClose={() => setName('')} /> : null}
    </Sample>
  );
}

function Confirmation({ onClose }: OverlayProps) {
  const { t } = useTranslation('channel');
  return (
    <ConfirmDialog
      isOpen
      title={t('deleteTitle', { name: 'openai-main' })}
      confirmLabel={t('deleteChannel')}
      onClose={onClose}
      onConfirm={onClose}
    >
      {t('deleteHint')}
    </ConfirmDialog>
  );
}

function BulkConfirmation({ onClose }: OverlayProps) {
  const { t } = useTranslation('channel');
  return (
    <BulkConfirm
      title={t('deleteTitle', { name: 'openai-main' })}
      hint={t('deleteHint')}
      confirmLabel={t('deleteChannel')}
      count={12}
      isBusy={false}
      onClose={onClose}
      onConfirm={onClose}
    />
  );
}

function Details({ onClose }: OverlayProps) {
  const { t } = useTranslation(['channel', 'ui']);
  return (
    <SideDrawer
      isOpen
      title={t('editTitle', { name: 'openai-main' })}
      onClose={onClose}
      footer={<Button variant="contained">{t('ui:edit')}</Button>}
    >
      <DetailList
        entries={[
          { name: t('name'), value: 'openai-main' },
          { name: t('models'), value: 'gpt-5, gpt-5-mini' },
          { name: t('priority'), value: 10 },
        ]}
      />
    </SideDrawer>
  );
}

const shape = channelInput.pick({ name: true, tag: true });

function SampleForm({ onClose, Frame }: OverlayProps & { Frame: typeof FormDialog }) {
  const { t } = useTranslation(['channel', 'ui']);
  const form = useContractForm(shape, { name: '', tag: '' });
  return (
    <Frame
      form={form}
      title={t('createTitle')}
      submitLabel={t('create')}
      onClose={onClose}
      onSubmit={async () => onClose()}
    >
      <TextInput name="name" label={t('name')} hint={t('nameHint')} />
      <TextInput name="tag" label={t('tag')} hint={t('tagHint')} isOptional />
    </Frame>
  );
}
