import { SoundRing } from './sound-ring.tsx'
import { useSoundButton } from './use-sound-button.ts'

/** Plays a voice's sample sentence, without choosing the voice. */
export function SampleButton({ name, url }: { name: string; url: string }) {
  const { isPlaying, isLoading, toggle } = useSoundButton({ key: url, url })
  const label = isPlaying ? `Pause the sample of ${name}` : `Play a sample of ${name}`
  return <SoundRing label={label} isPlaying={isPlaying} isLoading={isLoading} onToggle={toggle} />
}
