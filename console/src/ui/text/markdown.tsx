import Box from '@mui/material/Box';
import type { Components, Options } from 'react-markdown';
import ReactMarkdown from 'react-markdown';
import rehypeSanitize from 'rehype-sanitize';
import remarkGfm from 'remark-gfm';
import { monospace } from '../../theme/fonts.ts';

/** Pictures would be fetched from wherever the text says: their description stands for them. */
const components: Components = {
  a: ({ href, children }) => (
    <a href={href} target="_blank" rel="noreferrer noopener">
      {children}
    </a>
  ),
  img: ({ alt }) => <em>{alt}</em>,
  pre: ({ children }) => (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: long lines scroll sideways, also by keyboard
    <pre tabIndex={0}>{children}</pre>
  ),
};

interface MarkdownProps {
  text: string;
  /** Turns HTML in the text into elements, which are cleaned like all others; without it, HTML is shown as text. */
  readHtml?: NonNullable<Options['rehypePlugins']>[number];
}

/** Text with marks from people or models: the one place where foreign text becomes elements. */
export default function Markdown({ text, readHtml }: MarkdownProps) {
  return (
    <Box
      sx={{
        maxWidth: '68ch',
        '& > :first-of-type': { mt: 0 },
        '& > :last-child': { mb: 0 },
        '& p, & ul, & ol': { my: 2 },
        '& h1, & h2, & h3': { fontSize: '1rem', fontWeight: 600, mt: 4, mb: 2 },
        '& a': { color: 'primary.main' },
        '& code': {
          fontFamily: monospace,
          fontSize: '0.8125rem',
          bgcolor: 'background.raised',
          px: 1,
          borderRadius: '4px',
        },
        '& pre': {
          bgcolor: 'background.raised',
          border: 1,
          borderColor: 'divider',
          borderRadius: '8px',
          p: 3,
          overflow: 'auto',
        },
        '& pre code': { px: 0, bgcolor: 'transparent' },
        '& table': { borderCollapse: 'collapse', display: 'block', overflowX: 'auto' },
        '& th, & td': { border: 1, borderColor: 'divider', px: 2, py: 1, textAlign: 'left' },
        '& blockquote': { borderLeft: 3, borderColor: 'divider', ml: 0, pl: 3, color: 'text.secondary' },
      }}
    >
      <ReactMarkdown
        remarkPlugins={[remarkGfm]}
        rehypePlugins={readHtml ? [readHtml, rehypeSanitize] : [rehypeSanitize]}
        components={components}
      >
        {text}
      </ReactMarkdown>
    </Box>
  );
}
