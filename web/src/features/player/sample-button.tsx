import { t } from '../../lib/language/words.ts'
import { SoundRing } from './sound-ring.tsx'
import { useSoundButton } from './use-sound-button.ts'

/** Plays a voice's sample sentence, without choosing the voice. */
export function SampleButton({ name, url }: { name: string; url: string }) {
  const { isPlaying, isLoading, toggle } = useSoundButton({ key: url, url })
  const label = isPlaying ? t('Pause the sample of {name}', { name }) : t('Play a sample of {name}', { name })
  return <SoundRing label={label} isPlaying={isPlaying} isLoading={isLoading} onToggle={toggle} />
}
