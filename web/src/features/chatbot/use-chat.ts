import { useQueryClient } from '@tanstack/react-query'
import type { JobView } from '@utter/contracts/http/jobs/job-views'
import { useEffect, useEffectEvent, useReducer, useRef, useState } from 'react'
import { randomId } from '../../lib/browser/random-id.ts'
import { useDraft } from '../../lib/drafts.ts'
import { useCountdown } from '../../lib/hooks/use-countdown.ts'
import { msg, t } from '../../lib/language/words.ts'
import { HttpError, isUnauthorized, sentenceOf } from '../../lib/server/http.ts'
import { toast, toastError } from '../../lib/toasts.ts'
import { failureOf } from '../jobs/failure-of.ts'
import { useCancelJob } from '../jobs/rows/use-cancel-job.ts'
import { hasBegun, playSound, stopSound } from '../player/shared-sound.ts'
import { rememberVoice } from '../playground/voice-choice/remember-voice.ts'
import { isStillSignedIn } from '../session/me.ts'
import { toastRefusal } from '../session/toast-refusal.ts'
import { autoplay } from './autoplay.ts'
import { conversation } from './conversation.ts'
import { keptConversation, readConversation, toKeep } from './kept-conversation.ts'
import { isGenerating, type ReplyProgress } from './message.ts'
import { refusedVoiceOf } from './refused-voice.ts'
import { type JobSource, runJob } from './run-job.ts'

const failure = msg('Failed to process request')

/** An answer on its way. */
interface Run {
  controller: AbortController
  jobId: string | undefined
  isStopped: boolean
}

const codeOf = (error: unknown) => (error instanceof HttpError ? error.problem?.code : undefined)

/**
 * A conversation that this tab keeps until a new one is begun: the model remembers it by its session id. Each question is one job, whose
 * reply is read and heard while it is written.
 *
 * @param voiceId of the replies that are asked for from now on
 */
export function useChat(voiceId: string) {
  const client = useQueryClient()
  const [begun] = useState(readConversation)
  const [messages, dispatch] = useReducer(conversation, begun.messages)
  const [sessionId, setSessionId] = useState(begun.sessionId)
  useDraft(keptConversation, toKeep({ sessionId, messages }))
  const countdown = useCountdown()
  const cancelJob = useCancelJob()
  const running = useRef<Run>(undefined)

  useEffect(
    () => () => {
      // The job itself goes on, and is found again when this screen is.
      running.current?.controller.abort()
      stopSound()
    },
    [],
  )

  const show = (answerId: string, progress: ReplyProgress) => dispatch({ kind: 'progress', answerId, progress })
  /** A sound whose button goes away. */
  const hush = (answerId: string) => {
    if (hasBegun(answerId)) stopSound()
  }
  const startCountdown = (error: unknown) => {
    if (error instanceof HttpError && error.retryAfterSeconds) countdown.start(error.retryAfterSeconds)
  }

  const hear = async (answerId: string, source: JobSource, run: Run): Promise<JobView> => {
    let isBlocked = false
    const play = async (url: string) => {
      if (isBlocked || !autoplay.isOn() || (await playSound({ key: answerId, url })) !== 'blocked') return
      isBlocked = true
      toast({ title: t('Audio ready'), text: t('Click the play button to hear the response') })
    }
    const job = await runJob(
      client,
      source,
      { sessionId, voiceId },
      {
        signal: run.controller.signal,
        onJob: (jobId) => {
          if (!('jobId' in source)) rememberVoice(client, voiceId)
          run.jobId = jobId
          dispatch({ kind: 'accepted', answerId, jobId })
          if (run.isStopped) cancelJob.mutate(jobId)
        },
        onText: (content) => dispatch({ kind: 'text', answerId, content }),
        onAudio: (liveUrl) => {
          show(answerId, { kind: 'speaking', liveUrl })
          // It is told again after a break of the stream, and may have been paused.
          if (!hasBegun(answerId)) void play(liveUrl)
        },
      },
    )
    if (job.audioUrl !== undefined) {
      show(answerId, { kind: 'spoken', audioUrl: job.audioUrl, durationMs: job.durationMs })
      if (!hasBegun(answerId)) void play(job.audioUrl)
    } else if (job.code === 'cancelled') {
      hush(answerId)
      show(answerId, { kind: 'stopped' })
    }
    return job
  }

  const silence = (answerId: string, reason: string, code: string | undefined) => {
    hush(answerId)
    show(answerId, { kind: 'silent', reason, refusedVoiceId: refusedVoiceOf(voiceId, code) })
    toastError(t('Voice generation failed'), reason)
  }
  const isOver = ({ audioUrl, code }: JobView) => audioUrl !== undefined || code === 'cancelled'

  const speak = async (answerId: string, source: JobSource, run: Run) => {
    show(answerId, { kind: 'speaking' })
    try {
      const job = await hear(answerId, source, run)
      if (!isOver(job)) silence(answerId, failureOf(job), job.code)
    } catch (error) {
      if (run.controller.signal.aborted) return
      startCountdown(error)
      silence(answerId, sentenceOf(error, t(failure)), codeOf(error))
    }
  }

  const answer = async (questionId: string, answerId: string, source: JobSource, run: Run) => {
    const fail = (reason: string, code: string | undefined) => {
      hush(answerId)
      const refusedVoiceId = refusedVoiceOf(voiceId, code)
      dispatch({ kind: 'failed', questionId, answerId, failure: { reason, refusedVoiceId } })
    }
    try {
      const job = await hear(answerId, source, run)
      if (isOver(job)) return
      const reason = job.error === undefined ? t(failure) : failureOf(job)
      if (job.aiResponse !== undefined) return silence(answerId, reason, job.code)
      fail(reason, job.code)
      toastError(t('Error'), reason)
    } catch (error) {
      if (run.controller.signal.aborted) return
      fail(sentenceOf(error, t(failure)), codeOf(error))
      startCountdown(error)
      // The submission is no mutation, whose refusal would be looked at by itself.
      if (isUnauthorized(error)) void isStillSignedIn(client)
      toastRefusal(error, t(failure))
    }
  }

  const start = async (act: (run: Run) => Promise<void>) => {
    const run: Run = { controller: new AbortController(), jobId: undefined, isStopped: false }
    running.current = run
    await act(run)
    if (running.current === run) running.current = undefined
  }

  /** An answer that was on its way when this screen was left. */
  const goOn = useEffectEvent(() => {
    const at = messages.findIndex(isGenerating)
    const waiting = messages[at]
    if (waiting?.role !== 'assistant' || !waiting.jobId || running.current) return
    const source = { jobId: waiting.jobId }
    const question = messages[at - 1]
    void start((run) =>
      question?.role === 'user' ? answer(question.id, waiting.id, source, run) : speak(waiting.id, source, run),
    )
  })
  useEffect(() => {
    goOn()
    return () => {
      running.current = undefined
    }
  }, [])

  const stop = () => {
    const run = running.current
    const generating = messages.find(isGenerating)
    if (!run || !generating) return
    run.isStopped = true
    run.controller.abort()
    running.current = undefined
    if (run.jobId) cancelJob.mutate(run.jobId)
    hush(generating.id)
    show(generating.id, { kind: 'stopped' })
  }

  return {
    messages,
    isBusy: messages.some(isGenerating),
    secondsLeft: countdown.secondsLeft,
    /** @returns whether it was sent: blank messages are not */
    ask(typed: string): boolean {
      const text = typed.trim()
      if (!text || running.current || countdown.secondsLeft > 0) return false
      const [questionId, answerId] = [randomId(), randomId()]
      dispatch({ kind: 'asked', questionId, answerId, text })
      void start((run) => answer(questionId, answerId, { path: '/api/reply', userText: text }, run))
      return true
    },
    askAgain(questionId: string): void {
      const question = messages.find(({ id }) => id === questionId)
      if (!question || running.current) return
      const answerId = randomId()
      dispatch({ kind: 'retried', questionId, answerId })
      void start((run) => answer(questionId, answerId, { path: '/api/reply', userText: question.content }, run))
    },
    /** Has an answer that was written and not spoken spoken by the chosen voice. */
    speakAgain(answerId: string): void {
      const written = messages.find(({ id }) => id === answerId)
      if (!written || running.current) return
      void start((run) => speak(answerId, { path: '/api/tts', userText: written.content }, run))
    },
    /** Ends what is being written or spoken; what is written stays, and a job that may still be cancelled costs nothing. */
    stop,
    /** Undefined while nothing was said. */
    beginAnew:
      messages.length > 1
        ? () => {
            stop()
            stopSound()
            setSessionId(randomId())
            dispatch({ kind: 'begun anew' })
          }
        : undefined,
  }
}
