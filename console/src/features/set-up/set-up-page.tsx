import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Step from '@mui/material/Step';
import StepLabel from '@mui/material/StepLabel';
import Stepper from '@mui/material/Stepper';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { role } from '@turnpike/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, useSearchParams } from 'react-router';
import { selfQuery } from '../../api/self.ts';
import { siteStatusQuery } from '../../api/site-status.ts';
import { PageTitle } from '../../ui/page/page-title.tsx';
import { AccountStep } from './account-step.tsx';
import { ChannelStep } from './channel-step.tsx';
import { CodeStep } from './code-step.tsx';
import { KeyStep } from './key-step.tsx';
import { useCreateFirstToken } from './set-up-api.ts';

const steps = ['code', 'account', 'channel', 'key'] as const;
type SetUpStep = (typeof steps)[number];

/** From the one-time code to a first key. The later steps live in the address, so a reload keeps them. */
export default function SetUpPage() {
  const { t } = useTranslation('set-up');
  const isSetUp = useQuery(siteStatusQuery).data?.is_set_up ?? false;
  const self = useQuery({ ...selfQuery, enabled: isSetUp });
  const [search, setSearch] = useSearchParams();
  const [code, setCode] = useState(search.get('code') ?? '');
  const [isCodeKnown, setCodeKnown] = useState(code !== '');
  const [model, setModel] = useState('');
  const createToken = useCreateFirstToken();

  // The account is made before the address says so.
  const [hasBegunHere] = useState(!isSetUp);
  const wanted = search.get('step') ?? (isSetUp && hasBegunHere ? 'channel' : null);
  if (isSetUp && self.isPending) return null;
  const isRoot = self.data?.role === role.root;
  if (isSetUp && !(isRoot && (wanted === 'channel' || wanted === 'key')))
    return <Navigate to="/panel" replace />;

  const step: SetUpStep = isSetUp ? (wanted as SetUpStep) : isCodeKnown ? 'account' : 'code';
  return (
    <Box sx={{ maxWidth: 720, mx: 'auto', mt: { xs: 0, sm: 6 } }}>
      <PageTitle title={t('title')} />
      <Stepper
        activeStep={steps.indexOf(step)}
        sx={{
          mb: 6,
          // On phones only the step that is open has room for its name.
          '& .MuiStepLabel-label:not(.Mui-active)': { display: { xs: 'none', sm: 'block' } },
        }}
      >
        {steps.map((name) => (
          <Step key={name}>
            <StepLabel slotProps={{ stepIcon: { 'aria-hidden': true } as object }}>
              {t(`step_${name}`)}
            </StepLabel>
          </Step>
        ))}
      </Stepper>
      <Card sx={{ p: { xs: 5, sm: 8 } }}>
        <Typography variant="h1" sx={{ mb: 1 }}>
          {t(`head_${step}`)}
        </Typography>
        <Typography color="textSecondary" sx={{ mb: 6 }}>
          {t(`about_${step}`)}
        </Typography>
        {step === 'code' ? (
          <CodeStep
            onChecked={(checked) => {
              setCode(checked);
              setCodeKnown(true);
            }}
          />
        ) : null}
        {step === 'account' ? (
          <AccountStep
            code={code}
            onWrongCode={() => setCodeKnown(false)}
            onDone={() => setSearch({ step: 'channel' })}
          />
        ) : null}
        {step === 'channel' ? (
          <ChannelStep
            onDone={(usable) => {
              setModel(usable);
              createToken.mutate(t('firstKeyName'));
              setSearch({ step: 'key' });
            }}
          />
        ) : null}
        {step === 'key' ? <KeyStep model={model} create={createToken} /> : null}
      </Card>
    </Box>
  );
}
