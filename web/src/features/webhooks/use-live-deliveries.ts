import { useQueryClient } from '@tanstack/react-query'
import { isFinal } from '@utter/contracts/jobs'
import { useEffect } from 'react'
import { throttle } from '../../lib/throttle.ts'
import { accountEvents } from '../jobs/live/account-events.ts'
import { isDeliveries, webhookQuery } from './queries.ts'

/** The shortest time between two reads, in ms: a batch ends in hundreds of jobs. */
const pauseMs = 2_000

/** Reads the deliveries and the webhook's state again when a job has ended, which is when one is sent. */
export function useLiveDeliveries(): void {
  const client = useQueryClient()
  useEffect(() => {
    const read = throttle(() => {
      void client.invalidateQueries({ predicate: isDeliveries })
      void client.invalidateQueries({ queryKey: webhookQuery.queryKey })
    }, pauseMs)
    const end = accountEvents.on((event) => {
      if (!event || isFinal(event.status)) read.call()
    })
    return () => {
      end()
      read.cancel()
    }
  }, [client])
}
