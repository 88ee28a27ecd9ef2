import type { Lane } from '@utter/contracts/event'
import { giveUpMs, notBegunMs } from './deadlines.ts'

/** An account's first places on the road go by the fast lane. */
export const fastLanePlaces = 2

/** The fields of a job that has just been given a place. */
export const onTheRoad = (now: Date, lane: Lane) => ({
  queue: 'road' as const,
  lane,
  attempt: 1,
  begun: 0,
  tries: 1,
  dueAt: new Date(now.getTime() + notBegunMs),
  giveUpAt: new Date(now.getTime() + giveUpMs),
})
