import ArrowIcon from '@mui/icons-material/KeyboardArrowDownOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { type ReactNode, useId, useRef, useState } from 'react';

interface FormSectionProps {
  title: string;
  /** A sentence on what the section decides. */
  about?: ReactNode;
  /** Directly under the page's title; in a drawer, which has a title of its own, `h3`. */
  heading?: 'h2' | 'h3';
  children: ReactNode;
}

export function FormSection({ title, about, heading = 'h3', children }: FormSectionProps) {
  const id = useId();
  return (
    <Box component="section" aria-labelledby={id} sx={{ display: 'grid', gap: 4 }}>
      <Box>
        <Typography id={id} variant="h3" component={heading}>
          {title}
        </Typography>
        {about ? (
          <Typography variant="body2" color="textSecondary">
            {about}
          </Typography>
        ) : null}
      </Box>
      {children}
    </Box>
  );
}

interface FoldedSectionProps {
  title: string;
  /** A section with values in use starts open. */
  isOpenAtFirst?: boolean | undefined;
  children: ReactNode;
}

/** A folded section for rare fields. It is rendered when opened, and the form keeps its values until then. */
export function FoldedSection({ title, isOpenAtFirst = false, children }: FoldedSectionProps) {
  const id = useId();
  const [isOpen, setOpen] = useState(isOpenAtFirst);
  const wasOpened = useRef(false);
  wasOpened.current ||= isOpen;
  return (
    <Box>
      <Button
        variant="text"
        size="small"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
        startIcon={<ArrowIcon sx={{ transform: isOpen ? 'none' : 'rotate(-90deg)' }} />}
        sx={{ ml: -2 }}
      >
        {title}
      </Button>
      <Box id={id} hidden={!isOpen} sx={isOpen ? { display: 'grid', gap: 4, mt: 3 } : {}}>
        {wasOpened.current ? children : null}
      </Box>
    </Box>
  );
}
