import Box from '@mui/material/Box';
import FormHelperText from '@mui/material/FormHelperText';
import FormLabel from '@mui/material/FormLabel';
import type { ChannelTypeView } from '@turnpike/contract';
import { type Ref, useId } from 'react';
import { useController } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { fieldText } from '../../ui/form/field-issue.ts';
import { SwitchField } from '../../ui/form/switch-field.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { pluginValues, withPluginValue } from './plugin-values.ts';

type Parameter = ChannelTypeView['plugin'][number];

/** Provider settings of a channel, from the provider's description. The value is the JSON text of the contract. */
export function PluginInput({ parameters }: { parameters: readonly Parameter[] }) {
  const { t } = useTranslation('channel');
  const { field, fieldState } = useController({ name: 'plugin' });
  const helpId = useId();
  const text = String(field.value ?? '');
  const values = pluginValues(text);
  const error = fieldState.error?.message;
  return (
    <Box component="fieldset" aria-describedby={helpId} sx={{ m: 0, p: 0, border: 0, minWidth: 0 }}>
      <FormLabel component="legend" sx={{ mb: 2, position: 'static', transform: 'none' }}>
        {t('plugin')}
      </FormLabel>
      <Box sx={{ display: 'grid', gap: 4 }}>
        {parameters.map((parameter, index) => (
          <ParameterField
            key={`${parameter.plugin}.${parameter.name}`}
            parameter={parameter}
            value={values[parameter.plugin]?.[parameter.name]}
            onChange={(value) => field.onChange(withPluginValue(text, parameter, value))}
            onBlur={field.onBlur}
            inputRef={index === 0 ? field.ref : null}
          />
        ))}
      </Box>
      {error ? (
        <FormHelperText id={helpId} component="div" role="alert" error>
          {fieldText(error)}
        </FormHelperText>
      ) : null}
    </Box>
  );
}

function ParameterField({
  parameter,
  value,
  onChange,
  ...rest
}: {
  parameter: Parameter;
  value: unknown;
  onChange: (value: string | boolean) => void;
  onBlur: () => void;
  inputRef: Ref<HTMLInputElement>;
}) {
  const words = useWords(parameter);
  const { plugin, name, kind, example } = parameter;
  if (kind === 'switch')
    return <SwitchField {...words} {...rest} isOn={value === true} onChange={onChange} />;
  return (
    <TextField
      {...words}
      {...rest}
      name={`${plugin}.${name}`}
      value={typeof value === 'string' ? value : ''}
      onChange={onChange}
      placeholder={example}
      isOptional
      {...(kind === 'long_text' && { rows: 2 })}
    />
  );
}

/** Label and hint of a parameter. */
function useWords({ plugin, name, example }: Parameter): { label: string; hint: string } {
  const { t } = useTranslation('channel');
  switch (plugin) {
    case 'customize':
      return { label: t('plugin_path', { example }), hint: t('plugin_pathHint') };
    case 'voice':
      return { label: t('plugin_voice', { name }), hint: t('plugin_voiceHint') };
    case 'web_search':
      return { label: t('plugin_web_search'), hint: t('plugin_web_searchHint') };
    case 'code_execution':
      return { label: t('plugin_code_execution'), hint: t('plugin_code_executionHint') };
    case 'retrieval':
      return name === 'knowledge_id'
        ? { label: t('plugin_knowledge_id'), hint: t('plugin_knowledge_idHint') }
        : {
            label: t('plugin_prompt_template'),
            // The places of the vendor's template look like those of our texts.
            hint: t('plugin_prompt_templateHint', { knowledge: '{{knowledge}}', question: '{{question}}' }),
          };
  }
}
