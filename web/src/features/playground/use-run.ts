import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Answered, Submitted } from '@utter/contracts/http/jobs/job-views'
import type { WordTime } from '@utter/contracts/http/jobs/word-times'
import { isFinal } from '@utter/contracts/jobs'
import { useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import * as z from 'zod/mini'
import { useCountdown } from '../../lib/hooks/use-countdown.ts'
import { t } from '../../lib/language/words.ts'
import { HttpError, request } from '../../lib/server/http.ts'
import { toast } from '../../lib/toasts.ts'
import { kindOf } from '../jobs/kind-of.ts'
import { announceElsewhere, announceHere, endOf } from '../jobs/live/announced.ts'
import { followJob } from '../jobs/live/follow-job.ts'
import { jobQuery } from '../jobs/live/queries.ts'
import { useCancelJob } from '../jobs/rows/use-cancel-job.ts'
import { takeOver } from '../player/shared-sound.ts'
import { toastRefusal } from '../session/toast-refusal.ts'
import { aboutKind } from './job-kinds.ts'
import { rememberVoice } from './voice-choice/remember-voice.ts'
import type { VoiceJobValues } from './voice-job.ts'

const Answer = z.union([Submitted, Answered])
type Submission = VoiceJobValues & { requestId: string }

/** The sound of a job while it is spoken, the words of it so far, and from when on its player goes on with it. */
interface LiveRun {
  jobId: string
  url: string
  words?: WordTime[]
  endedAtSeconds?: number | undefined
}

interface RunOptions {
  onRefused: (error: unknown) => void
}

/** A run: submit, follow, announce the end. Its job is in the address, so that a reload goes on with it. */
export function useRun({ onRefused }: RunOptions) {
  const client = useQueryClient()
  const countdown = useCountdown()
  const [search, setSearch] = useSearchParams()
  const jobId = search.get('job') ?? undefined
  /** Jobs that were seen unfinished: only their ends are announced. */
  const inProgress = useRef(new Set<string>())
  const job = useQuery({ ...jobQuery(jobId ?? ''), enabled: jobId !== undefined })
  const cancel = useCancelJob()
  /** The submitted job, until the address has it: that changes as a transition, and the button would be free for another click. */
  const [onItsWay, setOnItsWay] = useState<string>()
  useEffect(() => {
    if (jobId !== undefined) setOnItsWay(undefined)
  }, [jobId])
  const [live, setLive] = useState<LiveRun>()
  const [written, setWritten] = useState<{ jobId: string; text: string }>()

  const submit = useMutation({
    mutationFn: async ({ kind, ...body }: Submission) =>
      Answer.parse(await request('POST', aboutKind[kind].path, { body: { ...body, stream: true } })),
    onSuccess: (answer, { voiceId }) => {
      rememberVoice(client, voiceId)
      inProgress.current.add(answer.jobId)
      if (!isFinal(answer.status))
        toast({ title: t('Job submitted'), text: t('Your audio is on its way'), jobId: answer.jobId })
      setOnItsWay(answer.jobId)
      setSearch({ job: answer.jobId }, { replace: true })
    },
    onError: (error) => {
      toastRefusal(error, t('Failed to process request'))
      if (error instanceof HttpError && error.retryAfterSeconds) countdown.start(error.retryAfterSeconds)
      onRefused(error)
    },
  })

  const submittedKind = submit.isIdle ? undefined : submit.variables?.kind
  const status = job.data?.status
  useEffect(() => {
    if (jobId && status && !isFinal(status)) inProgress.current.add(jobId)
  }, [jobId, status])

  useEffect(() => {
    const left = inProgress.current
    return () => announceElsewhere(left)
  }, [])

  useEffect(() => {
    if (!jobId) return
    announceHere(jobId)
    return followJob(
      client,
      jobId,
      (ended) => {
        setLive((before) => before && { ...before, endedAtSeconds: takeOver(ended.id) })
        if (inProgress.current.delete(ended.id)) toast(endOf(ended))
      },
      {
        onText: (text) => setWritten({ jobId, text }),
        onAudio: (url) => setLive({ jobId, url }),
        onWords: (words) => setLive((before) => before && { ...before, words }),
      },
    )
  }, [client, jobId])

  const answer = submit.data?.jobId === jobId ? submit.data : undefined
  const isInProgress = status ? !isFinal(status) : answer !== undefined && !job.isError
  return {
    submit: submit.mutate,
    /** The kind of the job in the address, where it was submitted here or has shown it. */
    kind: job.data ? (kindOf(job.data) ?? submittedKind) : submittedKind,
    job: job.data,
    /** Undefined while it cannot be heard. */
    live: live?.jobId === jobId ? live : undefined,
    /** The reply as far as it is written. */
    written: written && written.jobId === jobId ? written.text : undefined,
    /** The answer to the submission, until the job itself is read. */
    submitted: answer && 'position' in answer ? answer : undefined,
    isRunning: submit.isPending || onItsWay !== undefined || isInProgress,
    /** Undefined while there is nothing that could be cancelled. */
    cancel:
      jobId && isInProgress
        ? () => cancel.mutate(jobId, { onError: (error) => toastRefusal(error, t('Failed to process request')) })
        : undefined,
    secondsLeft: countdown.secondsLeft,
  }
}
