import type { voiceSettingNames } from '@utter/contracts/http/voices'
import { speedLimits } from '@utter/contracts/jobs'
import { Controller, type UseFormReturn, useWatch } from 'react-hook-form'
import { msg, t } from '../../lib/language/words.ts'
import { Slider } from '../../ui/form/slider.tsx'
import { Switch } from '../../ui/form/switch.tsx'
import { Stack } from '../../ui/layout/text.tsx'
import { findVoice } from '../voices/find-voice.ts'
import { useVoices } from '../voices/use-voices.ts'
import { FallbackChoice } from './fallback-choice.tsx'
import { MoreSettings } from './more-settings.tsx'
import type { VoiceJobValues } from './voice-job.ts'

const sliders = [
  ['stability', msg('Stability')],
  ['similarityBoost', msg('Similarity boost')],
  ['style', msg('Style')],
] as const

/** The settings of the voice; those that do not act on the chosen one are disabled. All act on an id that is in no list, for all we know. */
export function VoiceSettings({ form }: { form: UseFormReturn<VoiceJobValues> }) {
  const { control } = form
  const { data: voices } = useVoices()
  const voice = findVoice(voices, useWatch({ control, name: 'voiceId' }))
  const noteOf = (setting: (typeof voiceSettingNames)[number]) =>
    voice && !voice.settings.includes(setting) ? t('Without effect on this voice') : undefined
  return (
    <>
      <Stack $gap={12}>
        {sliders.map(([setting, label]) => (
          <Controller
            key={setting}
            control={control}
            name={`ttsSettings.${setting}`}
            render={({ field }) => (
              <Slider label={t(label)} value={field.value} onChange={field.onChange} disabledNote={noteOf(setting)} />
            )}
          />
        ))}
        <Controller
          control={control}
          name="ttsSettings.speed"
          render={({ field: { value = 1, onChange } }) => (
            <Slider label={t('Speed')} value={value} onChange={onChange} {...speedLimits} />
          )}
        />
      </Stack>
      <Controller
        control={control}
        name="ttsSettings.speakerBoost"
        render={({ field }) => (
          <Switch
            label={t('Speaker boost')}
            hint={t('Stays closer to the original speaker.')}
            isOn={field.value}
            onChange={field.onChange}
            disabledNote={noteOf('speakerBoost')}
          />
        )}
      />
      <FallbackChoice control={control} voice={voice} />
      <MoreSettings form={form} voice={voice} voices={voices} />
    </>
  )
}
