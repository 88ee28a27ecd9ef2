import { zodResolver } from '@hookform/resolvers/zod'
import type { JobView } from '@utter/contracts/http/jobs/job-views'
import { useEffect, useState } from 'react'
import { type UseFormReturn, useForm, useWatch } from 'react-hook-form'
import { useSearchParams } from 'react-router-dom'
import * as z from 'zod/mini'
import { readDraft, useDraft } from '../../lib/drafts.ts'
import { kindOf } from '../jobs/kind-of.ts'
import { choiceIn, withoutChoice } from './playground-address.ts'
import { emptyVoiceJob, VoiceJob, VoiceJobDraft, type VoiceJobValues } from './voice-job.ts'

const name = 'voice-job'
const Draft = z.object({
  /** The job that was in the address: the address of another job fills the form again. */
  jobId: z.nullable(z.string()),
  values: VoiceJobDraft,
})

/**
 * The Playground's form. Typed values are kept as a draft; `?job=` fills it from that job, and `?kind=&voice=` choose,
 * once, in place of the draft.
 */
export function useVoiceJobForm(job: JobView | undefined): UseFormReturn<VoiceJobValues> {
  const [search, setSearch] = useSearchParams()
  const jobId = search.get('job')
  const [choice] = useState(() => choiceIn(search))
  const [draft] = useState(() => Draft.safeParse(readDraft(name)).data)
  const isOwnDraft = draft !== undefined && (jobId === null || draft.jobId === jobId)
  const form = useForm<VoiceJobValues>({
    resolver: zodResolver(VoiceJob),
    defaultValues: { ...(isOwnDraft ? draft.values : emptyVoiceJob), ...choice },
  })
  const values = useWatch({ control: form.control })
  useDraft(name, { jobId, values })

  const rest = withoutChoice(search)
  useEffect(() => {
    // From now on the draft has it: a reload keeps what was changed since.
    if (rest) setSearch(rest, { replace: true })
  }, [rest, setSearch])

  const [filledFrom, setFilledFrom] = useState(isOwnDraft ? jobId : null)
  const isToFill = job !== undefined && job.id === jobId && filledFrom !== job.id
  useEffect(() => {
    if (!isToFill) return
    setFilledFrom(job.id)
    const { userText, voiceId, ttsSettings, language, textNormalization, fallback, ssml, seed, check } = job
    // A voice of the address goes before the job's, once.
    const voice = filledFrom === null ? (choice.voiceId ?? voiceId) : voiceId
    // The person's own submission has put its job into the address: the form has these values already.
    const kind = kindOf(job) ?? form.getValues('kind')
    if (!form.formState.isDirty)
      form.reset({
        kind,
        userText,
        voiceId: voice,
        ttsSettings,
        language,
        textNormalization,
        fallback,
        ssml,
        seed,
        check,
      })
  }, [form, job, isToFill, choice.voiceId, filledFrom])
  return form
}
