import type { VoiceView } from '@utter/contracts/http/voices'
import { keepsSeed } from '@utter/contracts/voice-vendors'
import { Controller, type UseFormReturn, useFormState } from 'react-hook-form'
import { checkedField } from '../../lib/checked-field.ts'
import { t } from '../../lib/language/words.ts'
import { Field } from '../../ui/form/field.tsx'
import { Input } from '../../ui/form/input.tsx'
import { Switch } from '../../ui/form/switch.tsx'
import type { VoiceJobValues } from './voice-job.ts'

export interface SoundFieldsProps {
  form: UseFormReturn<VoiceJobValues>
  voice: VoiceView | undefined
}

/** Whether a job sounds the same again, and whether its words are checked. */
export function SoundFields({ form, voice }: SoundFieldsProps) {
  const { errors } = useFormState({ control: form.control })
  return (
    <>
      <Field
        label={t('Seed')}
        hint={t('The same number gives the same sound again. Without one it differs a little each time.')}
        error={capitalised(errors.seed?.message)}
        warning={voice && !keepsSeed(voice.provider) ? t('Without effect on this voice') : undefined}
      >
        {(parts) => (
          <Input
            inputMode="numeric"
            autoComplete="off"
            placeholder={t('None')}
            {...parts}
            {...checkedField(form, 'seed', seedOf)}
          />
        )}
      </Field>
      <Controller
        control={form.control}
        name="check"
        render={({ field: { value, onChange } }) => (
          <Switch
            label={t('Check the words')}
            hint={t('Missing and wrong words are spoken again. It takes up to twice as long.')}
            isOn={value === 'words'}
            onChange={(isOn) => onChange(isOn ? 'words' : undefined)}
          />
        )}
      />
    </>
  )
}

/** A sentence of the API begins with the name that its field has there. */
const capitalised = (sentence: string | undefined) => sentence && sentence.charAt(0).toUpperCase() + sentence.slice(1)

/** The number that was typed; anything else stays as it is, to be refused. */
function seedOf(typed: unknown): VoiceJobValues['seed'] {
  const text = String(typed ?? '').trim()
  return /^\d+$/.test(text) ? Number(text) : text || undefined
}
