import Box from '@mui/material/Box';
import type { SxProps } from '@mui/material/styles';
import { useController } from 'react-hook-form';
import { monospace } from '../../theme/fonts.ts';
import { FieldFrame, type FieldProps } from './field-frame.tsx';
import { jsonFault } from './json-fault.ts';

interface JsonInputProps extends FieldProps {
  /** Shown while nothing is typed. */
  example?: string;
  rows?: number;
}

/** Both layers wrap alike, so that the colours lie exactly below the typed text. */
const layer: SxProps = {
  m: 0,
  px: 3,
  py: 2,
  gridArea: '1 / 1',
  border: 0,
  font: `0.8125rem/1.6 ${monospace}`,
  letterSpacing: 0,
  tabSize: 2,
  whiteSpace: 'pre-wrap',
  overflowWrap: 'anywhere',
};

/** A text of JSON: coloured while it is typed, with the line of what is wrong below. */
export function JsonInput({ name, example = '', rows = 4, ...props }: JsonInputProps) {
  const { field, fieldState } = useController({ name });
  const text = String(field.value ?? '');
  return (
    <FieldFrame {...props} error={fieldState.error?.message ?? jsonFault(text)}>
      {(ids) => (
        <Box
          sx={{
            display: 'grid',
            border: 1,
            borderColor: ids['aria-invalid'] ? 'error.main' : 'divider',
            borderRadius: '8px',
            bgcolor: 'background.paper',
            maxHeight: 400,
            overflow: 'auto',
            '&:focus-within': { outline: '2px solid', outlineColor: 'primary.main', outlineOffset: -1 },
          }}
        >
          <Box component="pre" aria-hidden sx={{ ...layer, minHeight: `${rows * 1.6 + 1.2}em` }}>
            {colourJson(text)}
            {'\n'}
          </Box>
          <Box
            component="textarea"
            {...ids}
            name={name}
            ref={field.ref}
            value={text}
            placeholder={example}
            onChange={field.onChange}
            onBlur={field.onBlur}
            spellCheck={false}
            autoComplete="off"
            sx={{
              ...layer,
              resize: 'none',
              outline: 0,
              overflow: 'hidden',
              background: 'none',
              color: 'transparent',
              caretColor: 'var(--mui-palette-text-primary)',
              '&::placeholder': { color: 'text.secondary', opacity: 1 },
            }}
          />
        </Box>
      )}
    </FieldFrame>
  );
}

const TOKEN = /("(?:[^"\\\n]|\\.)*"?)(\s*:)?|\b(?:true|false|null)\b|-?\d[\d.eE+-]*/g;

/** Names, texts and values in colours of their own; what is none of them stays as it is. */
function colourJson(text: string) {
  const parts = [];
  let end = 0;
  for (const match of text.matchAll(TOKEN)) {
    const [whole, quoted, colon] = match;
    const token = quoted ?? whole;
    const colour =
      quoted === undefined ? 'secondary.main' : colon === undefined ? 'success.main' : 'info.main';
    parts.push(text.slice(end, match.index));
    parts.push(
      <Box key={match.index} component="span" sx={{ color: colour }}>
        {token}
      </Box>,
    );
    end = match.index + token.length;
  }
  parts.push(text.slice(end));
  return parts;
}
