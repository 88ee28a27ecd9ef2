import { useMutation, useQueryClient } from '@tanstack/react-query'
import { workPath } from '@utter/contracts/screens'
import { useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { randomId } from '../../../lib/browser/random-id.ts'
import { useCountdown } from '../../../lib/hooks/use-countdown.ts'
import { HttpError } from '../../../lib/server/http.ts'
import { rememberVoice } from '../../playground/voice-choice/remember-voice.ts'
import { workQuery, worksQuery } from '../queries.ts'
import { isSameVoices } from './chosen-voices.ts'
import { retryOfFile, sendWork, type WorkDraft } from './send-work.ts'

/** Makes the work, and goes to it. A retry of the same work has the same request id; another work has another. */
export function useMakeWork({ onMade, onRefused }: { onMade: () => void; onRefused: (error: unknown) => void }) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const countdown = useCountdown()
  const last = useRef<WorkDraft & { requestId: string }>(undefined)
  const [sent, setSent] = useState(0)
  const { mutate, isPending } = useMutation({
    mutationFn: async () => {
      if (!last.current) throw new Error('Nothing was sent')
      setSent(0)
      return sendWork(last.current, last.current.requestId, { onProgress: setSent })
    },
    ...retryOfFile,
    onSuccess: async (work) => {
      rememberVoice(client, work.voiceId)
      client.setQueryData(workQuery(work.workId).queryKey, work)
      void client.invalidateQueries({ queryKey: worksQuery.queryKey, exact: true })
      onMade()
      await navigate(workPath(work.workId))
    },
    onError: (error) => {
      if (error instanceof HttpError && error.retryAfterSeconds) countdown.start(error.retryAfterSeconds)
      onRefused(error)
    },
  })
  return {
    isPending,
    /** The share of a file that is sent, from 0 to 1. */
    sent,
    secondsLeft: countdown.secondsLeft,
    make: (draft: WorkDraft) => {
      const before = last.current
      const isSame =
        before?.file === draft.file &&
        before.title === draft.title &&
        before.voiceId === draft.voiceId &&
        isSameVoices(before, draft)
      last.current = { ...draft, requestId: isSame ? before.requestId : randomId() }
      mutate()
    },
  }
}
