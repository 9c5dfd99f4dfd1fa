import CloseIcon from '@mui/icons-material/CloseOutlined';
import UploadIcon from '@mui/icons-material/UploadFileOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import FormHelperText from '@mui/material/FormHelperText';
import FormLabel from '@mui/material/FormLabel';
import IconButton from '@mui/material/IconButton';
import { type DragEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { showToast } from '../../../ui/toast/toast.ts';
import { type UploadRule, uploadFault } from './upload.ts';

interface FileFieldProps {
  label: string;
  /** Text of the button. */
  choose: string;
  hint: string;
  isOptional?: boolean;
  rule: UploadRule;
  file: File | undefined;
  onChange: (file: File | undefined) => void;
  /** Further ways to get a file. */
  children?: ReactNode;
}

/** One file, chosen or dropped. It is checked before it is sent. */
export function FileField({
  label,
  choose,
  hint,
  isOptional,
  rule,
  file,
  onChange,
  children,
}: FileFieldProps) {
  const { t } = useTranslation(['playground', 'ui']);
  const id = useId();
  const input = useRef<HTMLInputElement>(null);

  function take(given: File | undefined) {
    if (given === undefined) return;
    const fault = uploadFault(given, rule);
    if (fault === undefined) onChange(given);
    else showToast('warning', t(fault, { name: given.name, size: rule.maxMegabytes }));
  }
  function onDrop(event: DragEvent) {
    event.preventDefault();
    take(event.dataTransfer.files[0]);
  }

  return (
    <Box role="group" aria-labelledby={id} onDragOver={(event) => event.preventDefault()} onDrop={onDrop}>
      <FormLabel component="div" sx={{ mb: 1 }}>
        <span id={id}>{label}</span>
        {isOptional ? (
          <Box component="span" sx={{ color: 'text.secondary', fontWeight: 400, ml: 1 }}>
            {t('ui:optional')}
          </Box>
        ) : null}
      </FormLabel>
      <input
        ref={input}
        type="file"
        hidden
        accept={rule.accept}
        onChange={({ target }) => {
          take(target.files?.[0]);
          // The same file may be chosen again.
          target.value = '';
        }}
      />
      {file === undefined ? (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2 }}>
          <Button variant="outlined" startIcon={<UploadIcon />} onClick={() => input.current?.click()}>
            {choose}
          </Button>
          {children}
        </Box>
      ) : (
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, minWidth: 0 }}>
          <FilePreview file={file} />
          <Box
            component="span"
            sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere', fontSize: '0.8125rem' }}
          >
            {file.name}
          </Box>
          <IconButton
            size="small"
            aria-label={t('removePicture', { name: file.name })}
            onClick={() => onChange(undefined)}
          >
            <CloseIcon fontSize="small" />
          </IconButton>
        </Box>
      )}
      {file === undefined ? <FormHelperText component="div">{hint}</FormHelperText> : null}
    </Box>
  );
}

function FilePreview({ file }: { file: File }) {
  const [address, setAddress] = useState('');
  // The browser keeps the file in memory until its address is given back.
  useEffect(() => {
    if (!file.type.startsWith('image/')) return undefined;
    const made = URL.createObjectURL(file);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  if (address === '') return null;
  return (
    <Box
      component="img"
      src={address}
      alt=""
      sx={{
        height: 56,
        maxWidth: 96,
        objectFit: 'cover',
        borderRadius: '8px',
        border: 1,
        borderColor: 'divider',
      }}
    />
  );
}
