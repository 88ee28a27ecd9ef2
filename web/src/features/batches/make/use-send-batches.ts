import { useMutation, useQueryClient } from '@tanstack/react-query'
import { batchPath, paths } from '@utter/contracts/screens'
import { useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { randomId } from '../../../lib/browser/random-id.ts'
import { useCountdown } from '../../../lib/hooks/use-countdown.ts'
import { t } from '../../../lib/language/words.ts'
import { HttpError } from '../../../lib/server/http.ts'
import { toast } from '../../../lib/toasts.ts'
import { readAccountAgain } from '../../session/me.ts'
import { toastRefusal } from '../../session/toast-refusal.ts'
import { batchesQuery } from '../queries.ts'
import type { LineFault } from './read-list.ts'
import { type BatchItemDraft, faultsOfRejection, partsOf, sendBatch } from './send-batch.ts'

interface SendOptions {
  /** All lines have a job. */
  onSent: () => void
  /** Lines that were not taken, once all batches are sent. */
  onRejected: (faults: LineFault[]) => void
}

/**
 * Sends a list, one batch after the other. A list that is sent again after a failure has the same request ids: what was taken is not taken
 * twice.
 */
export function useSendBatches(size: number, { onSent, onRejected }: SendOptions) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const countdown = useCountdown()
  const last = useRef<{ items: readonly BatchItemDraft[]; requestIds: string[] }>({ items: [], requestIds: [] })
  const [state, setState] = useState({ sent: 0, of: 0, secondsWaited: 0 })
  const { mutate, isPending } = useMutation({
    mutationFn: async () => {
      const { items, requestIds } = last.current
      const parts = partsOf(items, size)
      const made: string[] = []
      const faults: LineFault[] = []
      for (const [index, part] of parts.entries()) {
        setState({ sent: index, of: parts.length, secondsWaited: 0 })
        const answer = await sendBatch(part, requestIds.slice(index * size, index * size + part.length), {
          onWait: (secondsWaited) => setState({ sent: index, of: parts.length, secondsWaited }),
        })
        made.push(answer.batchId)
        for (const [at, job] of answer.jobs.entries())
          if ('error' in job) faults.push(...faultsOfRejection(part[at]?.line ?? 0, job))
      }
      return { made, faults }
    },
    onSuccess: async ({ made, faults }) => {
      void readAccountAgain(client)
      void client.invalidateQueries({ queryKey: batchesQuery.queryKey, exact: true })
      const [only] = made
      if (faults.length > 0) {
        onRejected(faults)
        const action = { label: t('Batches'), to: paths.batches }
        return toast({
          title: t('Some lines were not taken'),
          text: t('They are still here.'),
          isDestructive: true,
          action,
        })
      }
      onSent()
      toast({
        title: made.length > 1 ? t('Batches submitted') : t('Batch submitted'),
        text: t('Your audio is on its way'),
      })
      await navigate(made.length === 1 && only ? batchPath(only) : paths.batches)
    },
    onError: (error) => {
      if (error instanceof HttpError && error.retryAfterSeconds) countdown.start(error.retryAfterSeconds)
      void client.invalidateQueries({ queryKey: batchesQuery.queryKey, exact: true })
      toastRefusal(error, t('The batch could not be sent'))
    },
  })
  return {
    isPending,
    ...state,
    secondsLeft: countdown.secondsLeft,
    send: (items: readonly BatchItemDraft[]) => {
      const isSame = last.current.items === items
      if (!isSame) last.current = { items, requestIds: items.map(() => randomId()) }
      mutate()
    },
  }
}
