import type { VoiceView } from '@utter/contracts/http/voices'
import { useEffect, useRef } from 'react'
import { Controller, useFormState, useWatch } from 'react-hook-form'
import { grouped } from '../../lib/format/counted.ts'
import { languageName } from '../../lib/format/language-name.ts'
import { t } from '../../lib/language/words.ts'
import { Field } from '../../ui/form/field.tsx'
import { Select } from '../../ui/form/select.tsx'
import { Switch } from '../../ui/form/switch.tsx'
import { charactersOfSsml } from '../jobs/marks/characters-of-ssml.ts'
import { SoundFields, type SoundFieldsProps } from './sound-fields.tsx'

export interface MoreFieldsProps extends SoundFieldsProps {
  voices: readonly VoiceView[] | null | undefined
  /** They replace the button that had it. */
  takesFocus: boolean
}

/** The language of the reply and of its reading, whether the text is spoken as it was written or is SSML, the seed, and the check. */
export function MoreFields({ form, voice, voices, takesFocus }: MoreFieldsProps) {
  const { control } = form
  const tags = new Set(voices?.flatMap(({ languages }) => languages))
  const { errors } = useFormState({ control })
  const kind = useWatch({ control, name: 'kind' })
  const select = useRef<HTMLSelectElement | null>(null)
  useEffect(() => {
    if (takesFocus) select.current?.focus()
  }, [takesFocus])
  return (
    <>
      <Controller
        control={control}
        name="language"
        render={({ field: { value = '', onChange, onBlur, ref } }) => (
          <Field
            label={t('Language')}
            hint={t('Of a reply, and of how figures and sentences are read.')}
            error={errors.language?.message}
          >
            {(parts) => (
              <Select
                {...parts}
                ref={(element) => {
                  ref(element)
                  select.current = element
                }}
                value={value}
                onBlur={onBlur}
                onChange={(event) => onChange(event.target.value || undefined)}
              >
                <option value="">{t('By the text')}</option>
                {[...tags.add(value)].filter(Boolean).map((tag) => (
                  <option key={tag} value={tag}>
                    {languageName(tag)}
                  </option>
                ))}
              </Select>
            )}
          </Field>
        )}
      />
      <Controller
        control={control}
        name="textNormalization"
        render={({ field: { value, onChange } }) => (
          <Switch
            label={t('As it is written')}
            hint={t('Markdown, signs and figures are not made words.')}
            isOn={value === 'off'}
            onChange={(isOn) => onChange(isOn ? 'off' : undefined)}
          />
        )}
      />
      {kind === 'tts' && (
        <Controller
          control={control}
          name="ssml"
          render={({ field: { value, onChange } }) => (
            <Switch
              label="SSML"
              hint={t('The text is one speak element; its tags are no characters of it.')}
              isOn={value === true}
              onChange={(isOn) => onChange(isOn || undefined)}
            />
          )}
        />
      )}
      <SoundFields form={form} voice={voice} />
    </>
  )
}

/** The length of a text that these fields have set to SSML. */
export const SsmlCount = ({ text }: { text: string }) => grouped(charactersOfSsml(text))
