import Box from '@mui/material/Box';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
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
  const code = snippetOf(kind, serverAddress, subject);
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

export function snippetOf(
  kind: SnippetKind,
  serverAddress: string,
  { tokenKey, model }: SnippetSubject,
): string {
  if (kind === 'curl') {
    return `curl ${serverAddress}/v1/chat/completions \\
  -H "Authorization: Bearer ${tokenKey}" \\
  -H "Content-Type: application/json" \\
  -d '{"model": "${model}",
       "messages": [{"role": "user", "content": "Hello"}]}'`;
  }
  if (kind === 'JavaScript') {
    return `// npm install openai
import OpenAI from "openai";

const client = new OpenAI({
  baseURL: "${serverAddress}/v1",
  apiKey: "${tokenKey}",
});

const answer = await client.chat.completions.create({
  model: "${model}",
  messages: [{ role: "user", content: "Hello" }],
});
console.log(answer.choices[0].message.content);`;
  }
  return `# pip install openai
from openai import OpenAI

client = OpenAI(
    base_url="${serverAddress}/v1",
    api_key="${tokenKey}",
)

answer = client.chat.completions.create(
    model="${model}",
    messages=[{"role": "user", "content": "Hello"}],
)
print(answer.choices[0].message.content)`;
}
