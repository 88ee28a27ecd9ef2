import { ChatRequested } from '@utter/contracts/events/chat-requested'
import { defineWorker } from '@utter/worker/worker'
import type { WorkDeps } from '../deps.ts'
import { answer, charactersOf, earlierTurns } from '../lifecycle/answer.ts'
import { handOver } from '../lifecycle/hand-over.ts'
import { countTurns } from '../lifecycle/take-chat.ts'
import { tellWriting } from '../lifecycle/tell-writing.ts'
import { chatStarted } from '../publishes/chat-started.ts'
import { replyWritten } from '../publishes/reply-written.ts'
import { stepFailed } from '../publishes/step-failed.ts'
import { stepPostponed } from '../publishes/step-postponed.ts'

export const chatRequested = (deps: WorkDeps) =>
  defineWorker({
    event: ChatRequested,
    stage: 'chat',
    claims: deps.claims,
    breaker: deps.breaker,
    limitMs: () => deps.limitMs,
    reports: { started: chatStarted, done: replyWritten, failed: stepFailed, postponed: stepPostponed },
    async execute(request, { signal, about }) {
      const { jobId, attempt, sessionId, text, language, isFree, stream, ahead } = request
      const question = { userId: about.userId, sessionId, message: text, language, turnId: jobId }
      const earlier = await earlierTurns(deps, question)
      if (isFree) await countTurns(deps, about.userId, charactersOf(earlier))
      const { userId } = about
      const handed = ahead && handOver(deps.replies.begin({ ...ahead, jobId, attempt, userId, language }), language)
      const tell = stream ? tellWriting(deps, request, userId) : undefined
      const onText = (piece: string) => {
        tell?.(piece)
        handed?.add(piece)
      }
      try {
        const reply = await answer(deps, question, earlier, { signal, ...((tell || handed) && { onText }) })
        handed?.end(reply.text)
        return reply
      } catch (error) {
        handed?.breakOff()
        throw error
      }
    },
  })
