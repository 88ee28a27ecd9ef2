import { t } from '../../../lib/language/words.ts'
import { findVoice } from '../../voices/find-voice.ts'
import { useVoices } from '../../voices/use-voices.ts'

/** The job's own voice first, by the id that the job named: an alias, or one that no list has. */
export function VoiceOptions({ present }: { present: string }) {
  const { data: voices } = useVoices()
  const own = findVoice(voices, present)
  return (
    <>
      <option value={present}>{t('{name}, as before', { name: own?.name ?? present })}</option>
      {voices
        ?.filter((voice) => voice !== own)
        .map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
    </>
  )
}
