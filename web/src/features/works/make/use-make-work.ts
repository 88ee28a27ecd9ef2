import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { WorkRequest } from '@utter/contracts/http/works/requests'
import { WorkDryRun, WorkView } from '@utter/contracts/http/works/views'
import { workPath } from '@utter/contracts/screens'
import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { randomId } from '../../../lib/browser/random-id.ts'
import { useCountdown } from '../../../lib/hooks/use-countdown.ts'
import { HttpError, request } from '../../../lib/server/http.ts'
import { rememberVoice } from '../../playground/voice-choice/remember-voice.ts'
import { workQuery, worksQuery } from '../queries.ts'
import type { ReadWork } from './read-work.ts'

/** A pause in typing after which the price is asked. */
const settleMs = 1_000

type Draft = { title: string; voiceId: string; read: ReadWork }

const bodyOf = ({ title, voiceId, read }: Draft, requestId: string): WorkRequest => ({
  ...{ title: title.trim(), voiceId, requestId },
  chapters: read.chapters.map((chapter) => ({
    title: chapter.title,
    paragraphs: chapter.paragraphs.map((text) => ({ text })),
  })),
})

/** The price of a work, asked when its text and voice rest for a moment. @param draft undefined: it cannot be made */
export function useDryRun(draft: Omit<Draft, 'title'> | undefined) {
  const [asked, setAsked] = useState<{ draft: typeof draft; version: number }>({ draft: undefined, version: 0 })
  const { read, voiceId } = draft ?? {}
  useEffect(() => {
    const next = read && voiceId !== undefined ? { read, voiceId } : undefined
    const timer = setTimeout(() => setAsked(({ version }) => ({ draft: next, version: version + 1 })), settleMs)
    return () => clearTimeout(timer)
  }, [read, voiceId])
  const query = useQuery({
    queryKey: ['/api', 'works?dryRun=true', asked.version],
    queryFn: async ({ signal }) => {
      // The title changes nothing of it, and may still be missing.
      const body = asked.draft && bodyOf({ ...asked.draft, title: asked.draft.read.title || 'Untitled' }, randomId())
      return WorkDryRun.parse(await request('POST', '/api/works?dryRun=true', { body, signal }))
    },
    enabled: asked.draft !== undefined,
    placeholderData: keepPreviousData,
    gcTime: 0,
  })
  const isRest = asked.draft?.read === read && asked.draft?.voiceId === voiceId
  return {
    price: draft ? query.data : undefined,
    error: isRest ? query.error : null,
    isAsking: draft !== undefined && (!isRest || query.isFetching),
  }
}

/** Makes the work, and goes to it. A retry of the same work has the same request id; another work has another. */
export function useMakeWork({ onMade, onRefused }: { onMade: () => void; onRefused: (error: unknown) => void }) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const countdown = useCountdown()
  const sent = useRef<Draft & { requestId: string }>(undefined)
  const { mutate, isPending } = useMutation({
    mutationFn: async () => {
      if (!sent.current) throw new Error('Nothing was sent')
      const body = bodyOf(sent.current, sent.current.requestId)
      return WorkView.parse(await request('POST', '/api/works', { body }))
    },
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
    secondsLeft: countdown.secondsLeft,
    make: (draft: Draft) => {
      const before = sent.current
      const isSame = before?.read === draft.read && before.title === draft.title && before.voiceId === draft.voiceId
      sent.current = { ...draft, requestId: isSame ? before.requestId : randomId() }
      mutate()
    },
  }
}
