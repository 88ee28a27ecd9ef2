import { randomUUID } from 'node:crypto'
import { type LeasedStep, type WaitingLane, type WaitingStep, waitingLanes } from '@utter/contracts/claims'
import { bulkTopic, type Envelope, type EventDefinition, type Lane } from '@utter/contracts/event'
import type { Handler, Source } from '@utter/messaging/handler'
import type { Publish } from '@utter/messaging/open'
import { decodeText } from '@utter/messaging/publish/encoding'
import type { Log } from '@utter/telemetry/log'
import type { Slot, Slots } from './slots.ts'
import { reportOf, type StepRequest, type Worker } from './worker.ts'

/** Tickets of a lane: so many of those that wait are compared when it is settled whose turn it is. */
const maxTickets = 200
/** A step that makes its process crash before a further part of it is kept takes no more of them with it. */
const maxDeaths = 5

/** A step whose claim and slot are held. */
export type HeldStep = { envelope: Envelope<StepRequest>; lane: Lane; owner: string; slot: Slot }
export type StepQueueOptions = {
  slots: Slots
  /** How many of those that wait are looked at. */
  maxHeads: number
  /** Must not throw. */
  run(step: HeldStep): Promise<void>
  /** Whether nothing more may begin for the moment. */
  isFull(): boolean
  publish: Publish
  /** Nothing new begins. */
  leaving: AbortSignal
  log: Log
}

/** Steps of an account that are known to wait in a lane, and have no slot yet. */
type Tickets = { byAccount: Map<string, number>; count: number; closing: AbortController }

/**
 * The steps of a worker that wait, in the claims, for all replicas together. A request whose turn it is begins at once, with the
 * insertion of its claim; any other is inserted as waiting. For those that wait a replica holds tickets, which stand in line for its
 * slots beside the steps that it has begun: with a slot a ticket leases the next step of its account, or else the next of all.
 */
export function openStepQueue(worker: Worker, options: StepQueueOptions) {
  const { slots, maxHeads, run, isFull, publish, leaving, log } = options
  const { claims, stage } = worker
  const events = new Map([[worker.event.type, worker.event as EventDefinition]])
  const noTickets = (): Tickets => ({ byAccount: new Map(), count: 0, closing: new AbortController() })
  const tickets: Record<WaitingLane, Tickets> = { fast: noTickets(), bulk: noTickets(), long: noTickets() }
  const inUse = new Set<Promise<void>>()
  /** Whether more may wait than there are tickets for. */
  let hasMore = false
  let looking: Promise<void> | undefined

  const laneOf = (topic: string, data: StepRequest): WaitingLane => {
    if (topic !== bulkTopic(worker.event.topic)) return 'fast'
    return worker.isLong?.(data) ? 'long' : 'bulk'
  }
  const slotFor = ({ userId, lane }: WaitingStep) => ({
    lane: slotLaneOf(lane),
    account: userId,
    isLong: lane === 'long',
  })

  async function consume(envelope: Envelope<StepRequest>, source?: Source): Promise<void> {
    if (!source) throw new TypeError('a request is kept as it was published')
    const { userId, data } = envelope
    const { jobId, attempt } = data
    const lane = laneOf(source.topic, data)
    const step = { userId, jobId, stage, attempt, lane, request: source.text() }
    const slot = leaving.aborted || isFull() ? undefined : slots.tryTake(slotFor(step))
    let isHeld = false
    try {
      const owner = randomUUID()
      const state = slot ? await claims.take(step, owner) : await claims.enqueue(step, worker.costOf?.(data) ?? 1)
      if (state === 'mine' && slot) {
        isHeld = true
        void run({ envelope, lane: slotLaneOf(lane), owner, slot })
      } else if (state === 'waiting') addTicket(step)
      else if (typeof state === 'object') await publish(reportOf(worker, data, userId, state.result))
    } finally {
      if (!isHeld) slot?.release()
    }
  }

  function addTicket({ userId, lane }: WaitingStep): void {
    if (leaving.aborted) return
    const line = tickets[lane]
    if (line.count >= maxTickets || isFull()) {
      hasMore = true
      return
    }
    line.count++
    line.byAccount.set(userId, (line.byAccount.get(userId) ?? 0) + 1)
    const one = useTicket({ userId, lane }, line)
      .catch((error) => log.warn({ err: error }, 'a step could not be leased'))
      .finally(() => inUse.delete(one))
    inUse.add(one)
  }

  async function useTicket(step: WaitingStep, line: Tickets): Promise<void> {
    const slot = await slots.take(slotFor(step), line.closing.signal)
    const left = (line.byAccount.get(step.userId) ?? 1) - 1
    if (left > 0) line.byAccount.set(step.userId, left)
    else line.byAccount.delete(step.userId)
    line.count--
    if (!slot) return
    let isHeld = false
    try {
      const owner = randomUUID()
      const leased = (await claims.lease(step, owner)) ?? (await claims.lease({ lane: step.lane }, owner))
      if (!leased) {
        close(step.lane)
        return
      }
      if (leaving.aborted) {
        await claims.putBack(leased, owner)
        return
      }
      const envelope = await opened(leased, owner)
      if (!envelope) return
      isHeld = true
      slot.chargeTo(leased.userId)
      void run({ envelope, lane: slotLaneOf(step.lane), owner, slot })
    } finally {
      if (!isHeld) slot.release()
      if (hasMore && line.count < maxHeads / 2) void look().catch(() => {})
    }
  }

  /** Nothing waited in the lane a moment ago: its tickets are void. */
  function close(lane: WaitingLane): void {
    const { closing, count } = tickets[lane]
    tickets[lane] = noTickets()
    closing.abort()
    // A step that came in this moment has lost its ticket with them.
    if (count > 0) void look().catch(() => {})
  }

  /** @returns undefined for a step that is not done here, and fails or waits again */
  async function opened(leased: LeasedStep, owner: string): Promise<Envelope<StepRequest> | undefined> {
    const { jobId, userId, deaths } = leased
    if (deaths >= maxDeaths) {
      log.error({ jobId, stage, deaths }, 'a step fails, since its owners die')
      const failed = { code: 'internal', error: 'Something went wrong on our side' }
      const attempt = await claims.finish(leased, owner, { failed })
      if (attempt) await publish([worker.reports.failed({ jobId, attempt }, userId, failed)])
      return undefined
    }
    try {
      return decodeText(leased.request, events) as Envelope<StepRequest>
    } catch (error) {
      // Only a newer version can read it: its claim is overdue soon, and then another replica's.
      log.error({ err: error, jobId, stage }, 'a step cannot be read')
      return undefined
    }
  }

  async function lookOnce(): Promise<void> {
    if (leaving.aborted || isFull()) return
    hasMore = false
    const found = await claims.waiting(maxHeads)
    for (const lane of waitingLanes) {
      const heads = found.filter((step) => step.lane === lane)
      hasMore ||= heads.length === maxHeads
      const missing = new Map(tickets[lane].byAccount)
      for (const step of heads) {
        const known = missing.get(step.userId) ?? 0
        if (known > 0) missing.set(step.userId, known - 1)
        else addTicket(step)
      }
    }
  }

  leaving.addEventListener('abort', () => waitingLanes.forEach(close), { once: true })
  const look = (): Promise<void> => {
    looking ??= lookOnce().finally(() => {
      looking = undefined
    })
    return looking
  }
  return {
    handler: {
      event: worker.event,
      handle: (_data, envelope, source) => consume(envelope as Envelope<StepRequest>, source),
    } as Handler,
    /** Looks for steps that wait: other replicas have left them so, or there was no ticket for them. */
    look,
    /** Resolves when no ticket is in use any more: after `leaving`. */
    settled: () => Promise.all(inUse).then(() => {}),
    /** Whether steps wait, as far as this replica knows. */
    hasWaiting: () => hasMore || waitingLanes.some((lane) => tickets[lane].count > 0),
  }
}

const slotLaneOf = (lane: WaitingLane): Lane => (lane === 'fast' ? 'fast' : 'bulk')
