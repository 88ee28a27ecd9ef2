import type { VoiceView } from '@utter/contracts/http/voices'
import { isOutside } from '@utter/contracts/voice-vendors'
import { type Control, useWatch } from 'react-hook-form'
import { lazyView } from '../../lib/lazy-view.tsx'
import { Optional } from '../../ui/layout/boundary.tsx'
import type { VoiceJobValues } from './voice-job.ts'

const field = lazyView(async () => (await import('./fallback-field.tsx')).FallbackField)

interface FallbackChoiceProps {
  control: Control<VoiceJobValues>
  voice: VoiceView | undefined
}

/** Asked of a vendor's voice alone, since one of the platform itself is never away; and shown while it is set, whatever the voice. */
export function FallbackChoice({ control, voice }: FallbackChoiceProps) {
  const isSet = useWatch({ control, name: 'fallback' }) !== undefined
  const isShown = isSet || (voice !== undefined && isOutside(voice))
  return (
    isShown && (
      <Optional part={field} resetKey={voice?.id}>
        <field.View control={control} />
      </Optional>
    )
  )
}
