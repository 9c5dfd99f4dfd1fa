import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import type { OptionKey, OptionSection } from '@turnpike/contract';
import { type ReactNode, Suspense } from 'react';
import { useIsRoot } from '../../api/own-role.ts';
import { FormSection } from '../../ui/form/form-section.tsx';
import { lazyPart } from '../../ui/loading/lazy-part.ts';
import { WhenSeen } from '../../ui/loading/when-seen.tsx';
import { BotOff } from './bot-off.tsx';
import { DirectMedia } from './direct-media.tsx';
import { ReturnAddress, redirectProviderOf } from './return-address.tsx';
import { SettingField } from './setting-field.tsx';
import { useSettingTexts } from './setting-texts.ts';
import { SettingValueText } from './setting-value.tsx';

const InvoiceMaker = lazyPart(async () => ({ default: (await import('./invoice-maker.tsx')).InvoiceMaker }));
const LogCleanUp = lazyPart(async () => ({ default: (await import('./log-clean-up.tsx')).LogCleanUp }));
const TestMail = lazyPart(async () => ({ default: (await import('./test-mail.tsx')).TestMail }));
const TestSearch = lazyPart(async () => ({ default: (await import('./test-search.tsx')).TestSearch }));

interface SettingSectionProps {
  section: OptionSection;
  changed: readonly OptionKey[];
}

/** Height of a part until it is loaded. */
const PART_HEIGHT = 120;

/** A part with an action of its own, loaded when its section comes into view. */
function Later({ part }: { part: ReactNode }) {
  return (
    <WhenSeen height={PART_HEIGHT}>
      <Suspense>{part}</Suspense>
    </WhenSeen>
  );
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
          {section.id === 'log' ? <Later part={<LogCleanUp />} /> : null}
          {section.id === 'telegramBot' && isRoot ? <BotOff /> : null}
          {section.id === 'media' && isRoot ? <DirectMedia /> : null}
          {section.id === 'invoice' && isRoot ? <Later part={<InvoiceMaker />} /> : null}
          {section.id === 'webSearch' && isRoot ? <Later part={<TestSearch />} /> : null}
          {section.id === 'mail' && isRoot ? <Later part={<TestMail />} /> : null}
        </FormSection>
      </Card>
    </Box>
  );
}
