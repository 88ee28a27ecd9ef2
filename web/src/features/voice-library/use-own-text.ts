import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Answered, type JobView, Submitted } from '@utter/contracts/http/jobs/job-views'
import { isFinal } from '@utter/contracts/jobs'
import { useEffect, useRef } from 'react'
import * as z from 'zod/mini'
import { randomId } from '../../lib/browser/random-id.ts'
import { useCountdown } from '../../lib/hooks/use-countdown.ts'
import { t } from '../../lib/language/words.ts'
import { HttpError, request } from '../../lib/server/http.ts'
import { toastError } from '../../lib/toasts.ts'
import { failureOf } from '../jobs/failure-of.ts'
import { followJob } from '../jobs/live/follow-job.ts'
import { jobQuery } from '../jobs/live/queries.ts'
import { toggleSound } from '../player/shared-sound.ts'
import { readAccountAgain } from '../session/me.ts'
import { toastRefusal } from '../session/toast-refusal.ts'

const Answer = z.union([Submitted, Answered])

interface Asked {
  text: string
  voiceId: string
}

export const ownTextKey = ({ text, voiceId }: Asked): string => `own-text ${voiceId} ${text}`

/** A text of the person's own in a voice: a job as any other, which costs a call, and none once it was spoken. It makes one at a time, and plays the last one asked for. */
export function useOwnText() {
  const client = useQueryClient()
  const countdown = useCountdown()
  const urls = useRef(new Map<string, string>())
  const last = useRef<string>(undefined)
  const end = useRef<() => void>(undefined)
  const { mutate, isPending, variables } = useMutation({
    mutationFn: async (asked: Asked) => {
      const made = urls.current.get(ownTextKey(asked))
      if (made) return made
      const body = { userText: asked.text, requestId: randomId(), voiceId: asked.voiceId }
      const { jobId, status } = Answer.parse(await request('POST', '/api/tts', { body }))
      const job = isFinal(status)
        ? await client.fetchQuery({ ...jobQuery(jobId), staleTime: 0 })
        : await new Promise<JobView>((resolve) => {
            end.current?.()
            end.current = followJob(client, jobId, resolve)
          })
      void readAccountAgain(client)
      if (!job.audioUrl) throw new SpeechError(failureOf(job))
      return job.audioUrl
    },
    onSuccess: (url, asked) => {
      const key = ownTextKey(asked)
      urls.current.set(key, url)
      if (last.current === key) void toggleSound({ key, url })
    },
    onError: (error) => {
      if (error instanceof SpeechError) return toastError(t('Job failed'), error.message)
      if (error instanceof HttpError && error.retryAfterSeconds) countdown.start(error.retryAfterSeconds)
      toastRefusal(error, t('Failed to process request'))
    },
  })
  useEffect(
    () => () => {
      last.current = undefined
      end.current?.()
    },
    [],
  )
  return {
    hear: (asked: Asked) => {
      last.current = ownTextKey(asked)
      mutate(asked)
    },
    isPending: (key: string) => isPending && ownTextKey(variables) === key,
    isBusy: isPending,
    secondsLeft: countdown.secondsLeft,
  }
}

export type OwnText = ReturnType<typeof useOwnText>

/** The job ended without a sound. */
class SpeechError extends Error {}
