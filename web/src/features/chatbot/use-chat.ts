import { useQueryClient } from '@tanstack/react-query'
import { defaultVoiceId } from '@utter/contracts/jobs'
import { useEffect, useReducer, useRef, useState } from 'react'
import { randomId } from '../../lib/browser/random-id.ts'
import { useCountdown } from '../../lib/hooks/use-countdown.ts'
import { HttpError, isUnauthorized, sentenceOf } from '../../lib/server/http.ts'
import { toast, toastError } from '../../lib/toasts.ts'
import { useCancelJob } from '../jobs/rows/use-cancel-job.ts'
import { hasBegun, playSound, stopSound } from '../player/shared-sound.ts'
import { rememberVoice } from '../playground/voice-choice/remember-voice.ts'
import { isStillSignedIn } from '../session/me.ts'
import { toastRefusal } from '../session/toast-refusal.ts'
import { conversation, firstMessages } from './conversation.ts'
import { isGenerating } from './message.ts'
import { speakReply } from './speak-reply.ts'
import { streamReply } from './stream-reply.ts'

const failure = 'Failed to process request'
/** The failures that another voice does not have. */
const voiceCodes = ['language_not_spoken', 'invalid_voice']

/**
 * A conversation that lasts as long as the visit to its screen: the model remembers it by its session id.
 *
 * @param voiceId of the replies that are spoken from now on
 */
export function useChat(voiceId: string) {
  const client = useQueryClient()
  const [messages, dispatch] = useReducer(conversation, firstMessages)
  const [sessionId] = useState(randomId)
  const countdown = useCountdown()
  const cancelJob = useCancelJob()
  const running = useRef<{ controller: AbortController; jobId: string | undefined }>(undefined)

  useEffect(
    () => () => {
      running.current?.controller.abort()
      stopSound()
    },
    [],
  )

  // Another voice may have been chosen while the reply was written.
  const latestVoiceId = useRef(voiceId)
  useEffect(() => {
    latestVoiceId.current = voiceId
  }, [voiceId])

  const speak = async (answerId: string, reply: string, signal: AbortSignal) => {
    const voiceId = latestVoiceId.current
    dispatch({ kind: 'progress', answerId, progress: { kind: 'speaking' } })
    const silence = (reason: string, code: string | undefined) => {
      // The default voice is by itself the one that can.
      const isByVoice = voiceId !== defaultVoiceId && voiceCodes.includes(code ?? '')
      const refusedVoiceId = isByVoice ? voiceId : undefined
      dispatch({ kind: 'progress', answerId, progress: { kind: 'silent', reason, refusedVoiceId } })
      toastError('Voice generation failed', reason)
    }
    try {
      const job = await speakReply(client, reply, {
        sessionId,
        voiceId,
        signal,
        onJob: (jobId) => {
          rememberVoice(client, voiceId)
          if (running.current) running.current.jobId = jobId
        },
        onAudio: (liveUrl) => {
          dispatch({ kind: 'progress', answerId, progress: { kind: 'speaking', liveUrl } })
          void playSound({ key: answerId, url: liveUrl })
        },
      })
      if (!job.audioUrl) return silence(job.error ?? 'Unknown error', job.code)
      const { audioUrl, durationMs } = job
      dispatch({ kind: 'progress', answerId, progress: { kind: 'spoken', audioUrl, durationMs } })
      if (hasBegun(answerId)) return
      if ((await playSound({ key: answerId, url: audioUrl })) === 'blocked')
        toast({ title: 'Audio ready', text: 'Click the play button to hear the response' })
    } catch (error) {
      if (signal.aborted) return
      startCountdown(error)
      silence(sentenceOf(error, failure), error instanceof HttpError ? error.problem?.code : undefined)
    }
  }
  const startCountdown = (error: unknown) => {
    if (error instanceof HttpError && error.retryAfterSeconds) countdown.start(error.retryAfterSeconds)
  }

  const run = async (act: (signal: AbortSignal) => Promise<void>) => {
    const controller = new AbortController()
    running.current = { controller, jobId: undefined }
    try {
      await act(controller.signal)
    } finally {
      if (running.current?.controller === controller) running.current = undefined
    }
  }

  const answer = async (question: { id: string; text: string }, answerId: string, signal: AbortSignal) => {
    const showText = (content: string) => dispatch({ kind: 'text', answerId, content })
    try {
      const reply = await streamReply(question.text, { sessionId, signal, onText: showText })
      showText(reply)
      await speak(answerId, reply, signal)
    } catch (error) {
      if (signal.aborted) return
      dispatch({ kind: 'failed', questionId: question.id, answerId })
      startCountdown(error)
      // The stream is no mutation, whose refusal would be looked at by itself.
      if (isUnauthorized(error)) void isStillSignedIn(client)
      toastRefusal(error, failure)
    }
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
      void run((signal) => answer({ id: questionId, text }, answerId, signal))
      return true
    },
    askAgain(questionId: string): void {
      const question = messages.find(({ id }) => id === questionId)
      if (!question || running.current) return
      const answerId = randomId()
      dispatch({ kind: 'retried', questionId, answerId })
      void run((signal) => answer({ id: questionId, text: question.content }, answerId, signal))
    },
    /** Has an answer that was written and not spoken spoken by the chosen voice. */
    speakAgain(answerId: string): void {
      const written = messages.find(({ id }) => id === answerId)
      if (!written || running.current) return
      void run((signal) => speak(answerId, written.content, signal))
    },
    /** Ends what is being written or spoken; what is written stays, and a job that may still be cancelled costs nothing. */
    stop(): void {
      const now = running.current
      const generating = messages.find(isGenerating)
      if (!now || !generating) return
      now.controller.abort()
      running.current = undefined
      if (now.jobId) cancelJob.mutate(now.jobId)
      dispatch({ kind: 'progress', answerId: generating.id, progress: { kind: 'stopped' } })
    },
  }
}
