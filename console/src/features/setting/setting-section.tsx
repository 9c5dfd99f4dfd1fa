import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import type { OptionKey, OptionSection } from '@turnpike/contract';
import { useIsRoot } from '../../api/own-role.ts';
import { FormSection } from '../../ui/form/form-section.tsx';
import { BotOff } from './bot-off.tsx';
import { InvoiceMaker } from './invoice-maker.tsx';
import { LogCleanUp } from './log-clean-up.tsx';
import { ReturnAddress, redirectProviderOf } from './return-address.tsx';
import { SettingField } from './setting-field.tsx';
import { useSettingTexts } from './setting-texts.ts';
import { SettingValueText } from './setting-value.tsx';
import { TestMail } from './test-mail.tsx';

interface SettingSectionProps {
  section: OptionSection;
  changed: readonly OptionKey[];
}

export function SettingSection({ section, changed }: SettingSectionProps) {
  const { sectionOf, aboutOf } = useSettingTexts();
  const isRoot = useIsRoot();
  const provider = redirectProviderOf(section.id);
  return (
    <Box id={`section-${section.id}`} sx={{ scrollMarginTop: '80px' }}>
      <Card sx={{ p: 5 }}>
        <FormSection heading="h2" title={sectionOf(section.id)} about={aboutOf(section.id)}>
          {isRoot ? (
            section.options.map((option) => (
              <SettingField key={option.key} option={option} isChanged={changed.includes(option.key)} />
            ))
          ) : section.options.length > 0 ? (
            <Box component="dl" sx={{ m: 0, display: 'grid', gap: 4, gridTemplateColumns: 'minmax(0, 1fr)' }}>
              {section.options.map((option) => (
                <SettingValueText key={option.key} option={option} />
              ))}
            </Box>
          ) : null}
          {provider === undefined ? null : <ReturnAddress provider={provider} />}
          {section.id === 'log' ? <LogCleanUp /> : null}
          {section.id === 'telegramBot' && isRoot ? <BotOff /> : null}
          {section.id === 'invoice' && isRoot ? <InvoiceMaker /> : null}
          {section.id === 'mail' && isRoot ? <TestMail /> : null}
        </FormSection>
      </Card>
    </Box>
  );
}
