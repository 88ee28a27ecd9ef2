import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Expected, type ExpectedQuery } from '@utter/contracts/http/jobs/expected'
import { limits } from '@utter/contracts/jobs'
import { roundedTime } from '../../lib/format/rounded-time.ts'
import { useSettled } from '../../lib/hooks/use-settled.ts'
import { t } from '../../lib/language/words.ts'
import { resource } from '../../lib/server/resource.ts'
import { useMe } from '../session/me.ts'

/** A pause in typing, or between two voices, after which the time is asked. */
const settleMs = 500
/** Texts of about one length take the same time: a longer one is another question with each of these characters. */
const stepCharacters = 50
/** For as long as this an answer is taken for the present one: what waits changes it. */
const freshMs = 15_000

type Next = Omit<ExpectedQuery, 'check'> & { check?: ExpectedQuery['check'] }

/** How long the next job would take, said behind its price before the press; nothing for a visitor, or while it is not known. */
export function TimeOfNext({ kind, voiceId, characters, check }: Next) {
  const { data: me } = useMe()
  const isAsked = Boolean(me) && voiceId.trim() !== '' && characters > 0
  const search = useSettled(
    isAsked ? searchOf({ kind, voiceId: voiceId.trim(), characters, check }) : undefined,
    settleMs,
  )
  const { data, isError } = useQuery({
    ...resource(['/api', 'stats', `expected?${search}`], Expected),
    enabled: search !== undefined,
    staleTime: freshMs,
    placeholderData: keepPreviousData,
  })
  if (!isAsked || isError || !data) return null
  return <> · {t('about {time}', { time: roundedTime(data.expectedSeconds) })}</>
}

function searchOf({ kind, voiceId, characters, check }: Next): string {
  const rounded = Math.min(limits.ttsText, Math.ceil(characters / stepCharacters) * stepCharacters)
  return String(new URLSearchParams({ kind, voiceId, characters: String(rounded), ...(check && { check }) }))
}
