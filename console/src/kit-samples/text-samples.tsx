import { modelOwners } from '@turnpike/contract';
import { useTranslation } from 'react-i18next';
import { OutsideLink, TextLink } from '../ui/action/text-link.tsx';
import { OwnerMark } from '../ui/owner-mark/owner-mark.tsx';
import { usePriceText } from '../ui/price/use-price-text.ts';
import { RequestId } from '../ui/state/request-id.tsx';
import { CallSnippets } from '../ui/text/call-snippets.tsx';
import { CodeBlock } from '../ui/text/code-block.tsx';
import { DetailList } from '../ui/text/detail-list.tsx';
import { LazyMarkdown } from '../ui/text/lazy-markdown.tsx';
import { QuotaText } from '../ui/text/quota-text.tsx';
import { SecretText } from '../ui/text/secret-text.tsx';
import { StatusDot } from '../ui/text/status-dot.tsx';
import { TimeText } from '../ui/text/time-text.tsx';
import { useFormats } from '../ui/text/use-formats.ts';
import { Sample, SampleRow } from './sample.tsx';

const HOUR = 3600;

/** Everything that Markdown may hold, and what must stay text. */
const marks = `## Heading

A paragraph with **strong**, *soft*, \`code\` and a [link](https://example.com).

- one
- two

> Quoted

| Model | Price |
|---|---|
| gpt-5 | 1.25 |

\`\`\`json
{ "model": "gpt-5", "messages": [{ "role": "user", "content": "A line so long that it is pushed sideways" }] }
\`\`\`

<script>alert(1)</script> ![picture](https://example.com/picture.png)`;

export function TextSamples() {
  const { t } = useTranslation(['channel', 'ui']);
  const formats = useFormats();
  const perMillion = usePriceText('1M');
  const asMultiplier = usePriceText('multiplier');
  const nowSeconds = Date.now() / 1000;
  return (
    <>
      <Sample name="StatusDot: good, look, broken, quiet">
        <SampleRow>
          <StatusDot tone="good">{t('enabled')}</StatusDot>
          <StatusDot tone="look">{t('untested')}</StatusDot>
          <StatusDot tone="broken">{t('autoDisabled')}</StatusDot>
          <StatusDot tone="quiet">{t('disabled')}</StatusDot>
        </SampleRow>
      </Sample>
      <Sample name="TimeText: now, past, future, exact; duration">
        <SampleRow>
          <TimeText epochSeconds={nowSeconds - 5} />
          <TimeText epochSeconds={nowSeconds - 3 * HOUR} />
          <TimeText epochSeconds={nowSeconds - 40 * 24 * HOUR} />
          <TimeText epochSeconds={nowSeconds + 30 * HOUR} />
          <TimeText epochSeconds={1_762_500_000} isExact />
          <span>{formats.duration(840)}</span>
          <span>{formats.duration(12_300)}</span>
        </SampleRow>
      </Sample>
      <Sample name="QuotaText: much, little, precise, negative, unlimited; prices">
        <SampleRow>
          <QuotaText points={61_725_000_000} />
          <QuotaText points={12} />
          <QuotaText points={1234} isPrecise />
          <QuotaText points={-2_500_000} />
          <QuotaText points={0} isUnlimited />
          <span>{perMillion(0.625)}</span>
          <span>{asMultiplier(0.625)}</span>
          <span>{perMillion(5000, true)}</span>
          <span>{perMillion(0)}</span>
        </SampleRow>
      </Sample>
      <Sample name="TextLink, OutsideLink, RequestId">
        <SampleRow>
          <TextLink to="/">openai-main</TextLink>
          <OutsideLink href="https://example.com">{t('openSite')}</OutsideLink>
          <RequestId id="01JC8Z6Q3M" />
        </SampleRow>
      </Sample>
      <Sample name="OwnerMark: every vendor, the site's own picture, a letter">
        <SampleRow>
          {[...modelOwners, { id: 1001, name: 'Acme', icon: '/mark.svg' }].map((owner) => (
            <OwnerMark key={owner.id} owner={owner} />
          ))}
        </SampleRow>
      </Sample>
      <Sample name="SecretText">
        <SecretText thing="key" secret="sk-4Qm0Y1dXc9vBn7Kp2LtRw8Zs6Jh3Fg5Ua" label={t('ui:copy')} />
      </Sample>
      <Sample name="DetailList">
        <DetailList
          entries={[
            { name: t('name'), value: 'openai-main' },
            { name: t('models'), value: 'gpt-5, gpt-5-mini, text-embedding-3-small' },
            { name: t('tag'), value: '' },
            { name: t('used'), value: <QuotaText points={2_500_000} /> },
          ]}
        />
      </Sample>
      <Sample name="CodeBlock: a long line">
        <CodeBlock label={t('mapping')} code={`{ "gpt-5": "${'long-name-'.repeat(14)}" }`} />
      </Sample>
      <Sample name="CallSnippets">
        <CallSnippets tokenKey="sk-4Qm0Y1dX" model="gpt-5" />
      </Sample>
      <Sample name="LazyMarkdown">
        <LazyMarkdown text={marks} />
      </Sample>
    </>
  );
}
