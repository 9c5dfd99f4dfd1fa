import Box from '@mui/material/Box';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import { curl } from '@turnpike/contract/key-use/clients/curl';
import { openAiSdk } from '@turnpike/contract/key-use/clients/openai-sdk';
import { type KeyUseSubject, TERMINAL } from '@turnpike/contract/key-use/key-use';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSite } from '../../api/site-status.ts';
import { CopyButton } from '../action/copy-button.tsx';
import { CodeBlock } from './code-block.tsx';

export interface SnippetSubject {
  /** `sk-…`, or what stands for it. */
  tokenKey: string;
  model: string;
}

const kinds = ['curl', 'JavaScript', 'Python'] as const;
type SnippetKind = (typeof kinds)[number];

/** The first call, ready to paste. */
export function CallSnippets(subject: SnippetSubject) {
  const { t } = useTranslation('ui');
  const { serverAddress } = useSite();
  const [kind, setKind] = useState<SnippetKind>('curl');
  const id = useId();
  const code = snippetOf(kind, { ...subject, serverAddress });
  return (
    <Box>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, mb: 2 }}>
        <Tabs
          value={kind}
          onChange={(_, value: SnippetKind) => setKind(value)}
          aria-label={t('snippets')}
          sx={{ flex: 1, minWidth: 0 }}
        >
          {kinds.map((name) => (
            <Tab key={name} value={name} label={name} id={`${id}-${name}`} aria-controls={`${id}-panel`} />
          ))}
        </Tabs>
        <CopyButton text={code} thing="sample" label={t('copySnippet', { kind })} />
      </Box>
      <Box role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${kind}`}>
        <CodeBlock code={code} label={t('snippetOf', { kind })} />
      </Box>
    </Box>
  );
}

/** The texts of the clients "curl" and "OpenAI SDK". */
function snippetOf(kind: SnippetKind, subject: KeyUseSubject): string {
  const { blocks } = (kind === 'curl' ? curl : openAiSdk).textsFor(subject);
  const block = blocks.find(({ place }) => place === (kind === 'curl' ? TERMINAL : kind));
  return block !== undefined && 'code' in block ? block.code : '';
}
