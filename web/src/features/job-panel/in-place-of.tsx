import type { JobView } from '@utter/contracts/http/jobs/job-views'
import type { VoiceView } from '@utter/contracts/http/voices'
import { defaultVoiceId } from '@utter/contracts/jobs'
import styled from 'styled-components'
import { t } from '../../lib/language/words.ts'
import { findVoice } from '../voices/find-voice.ts'
import { useVoices } from '../voices/use-voices.ts'

const Note = styled.dd`
  && {
    display: block;
    grid-column: 2;
    min-height: 0;
    margin: -4px 0 8px;
  }
  color: var(--fg-3);
  font-size: 12px;
  line-height: 16px;
  overflow-wrap: anywhere;
`

/** A sentence for each voice in whose place another has spoken, below the voice that has. */
export function InPlaceOf({ job }: { job: JobView }) {
  const { data: voices, isError } = useVoices()
  if (!voices && !isError) return null
  const nameOf = (voiceId: string) => findVoice(voices, voiceId)?.name ?? voiceId
  return replacedVoices(job, voices).map(({ voiceId, voiceUsed }) => (
    <Note key={voiceId}>
      {t('Spoken by {voice} in place of {asked}, whose vendor was away', {
        voice: nameOf(voiceUsed),
        asked: nameOf(voiceId),
      })}
    </Note>
  ))
}

type Replaced = { voiceId: string; voiceUsed: string }

/**
 * The job's own voice, as far as the list tells its aliases, then those of its marks. Which voice `default` is depends on the text: that one is never said
 * to be replaced.
 */
function replacedVoices(
  { fallback, voiceId, voiceUsed, voicesInstead = [] }: JobView,
  voices: readonly VoiceView[] | null | undefined,
): Replaced[] {
  if (!fallback || !voices || voiceUsed === undefined || voiceId === defaultVoiceId) return voicesInstead
  const asked = findVoice(voices, voiceId)?.id ?? voiceId
  return voiceUsed === asked ? voicesInstead : [{ voiceId, voiceUsed }, ...voicesInstead]
}
