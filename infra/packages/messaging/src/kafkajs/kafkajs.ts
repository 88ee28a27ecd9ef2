// First: it wraps what the next line loads.
import './unreadable-batches.ts'
import './idle-fetches.ts'
import { createRequire } from 'node:module'
import { codecs } from './codecs.ts'

const load = createRequire(import.meta.url)
/** The whole module: by name Node finds only a part of what a CommonJS module exports. */
export const kafkajs = load('kafkajs') as typeof import('kafkajs')

Object.assign(kafkajs.CompressionCodecs, codecs)

// kafkajs 2.2.4 looks for waiting requests a thousand times a second on each connection, for ever and with none
// waiting: it subtracts the time from −1 and gives the negative rest to `setTimeout`. That is 4 % of a core in an idle
// service. Every answer already looks for the next request; a timer is needed only while requests wait.

type RequestQueue = {
  pending: unknown[]
  throttledUntil: number
  throttleCheckTimeoutId: NodeJS.Timeout | null
  checkPendingRequests(): void
  scheduleCheckPendingRequests(): void
}

const minWaitMs = 10

const { prototype } = load('kafkajs/src/network/requestQueue') as { prototype: RequestQueue }
if (!prototype.scheduleCheckPendingRequests) throw new Error('kafkajs has another request queue: see kafkajs.ts')

prototype.scheduleCheckPendingRequests = function (this: RequestQueue) {
  if (this.throttleCheckTimeoutId || this.pending.length === 0) return
  this.throttleCheckTimeoutId = setTimeout(
    () => {
      this.throttleCheckTimeoutId = null
      this.checkPendingRequests()
    },
    Math.max(this.throttledUntil - Date.now(), minWaitMs),
  )
}

export * from 'kafkajs'
