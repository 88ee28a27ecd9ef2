import { ChatRequested } from '@utter/contracts/events/chat-requested'
import { work } from '@utter/messaging/worker'
import { answer } from '../answer.ts'
import type { WorkDeps } from '../deps.ts'
import { chatStarted } from '../emits/chat-started.ts'
import { replyWritten } from '../emits/reply-written.ts'
import { stepFailed } from '../emits/step-failed.ts'
import { stepPostponed } from '../emits/step-postponed.ts'

export const chatRequested = (deps: WorkDeps) =>
  work({
    event: ChatRequested,
    stage: 'chat',
    claims: deps.claims,
    breaker: deps.breaker,
    limitMs: () => deps.limitMs,
    facts: { started: chatStarted, done: replyWritten, failed: stepFailed, postponed: stepPostponed },
    perform: ({ jobId, sessionId, text }, { signal, about }) =>
      answer(deps, { userId: about.userId, sessionId, message: text, turnId: jobId }, { signal }),
  })
