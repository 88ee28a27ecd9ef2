import { Fallback } from '@utter/contracts/jobs'
import { type Control, Controller } from 'react-hook-form'
import { type MessageDescriptor, msg, t } from '../../lib/language/words.ts'
import { Field } from '../../ui/form/field.tsx'
import { Select } from '../../ui/form/select.tsx'
import type { VoiceJobValues } from './voice-job.ts'

const labels: Record<Fallback, MessageDescriptor> = {
  same_language: msg('Another voice of its language'),
  any: msg('Any voice'),
}

/** The choice of voices that may speak while the vendor of the chosen one is away. */
export const FallbackField = ({ control }: { control: Control<VoiceJobValues> }) => (
  <Controller
    control={control}
    name="fallback"
    render={({ field: { value = '', onChange, onBlur, ref } }) => (
      <Field label={t('If this voice cannot be reached')} hint={t('The job says which voice has spoken.')}>
        {(parts) => (
          <Select
            {...parts}
            ref={ref}
            value={value}
            onBlur={onBlur}
            onChange={(event) => onChange(event.target.value || undefined)}
          >
            <option value="">{t('Wait for it')}</option>
            {Fallback.options.map((one) => (
              <option key={one} value={one}>
                {t(labels[one])}
              </option>
            ))}
          </Select>
        )}
      </Field>
    )}
  />
)
