import { useQuery } from '@tanstack/react-query'
import { overageCostOf } from '@utter/contracts/calls'
import { type Plan, unlimited } from '@utter/contracts/plans'
import { useEffect, useState } from 'react'
import { allowedOf } from '../../usage/figures.ts'
import { usageQuery } from '../../usage/queries.ts'
import type { LineFault } from './read-list.ts'
import { askBatchPrice, type BatchItemDraft, faultsOfRefusal, faultsOfRejection, partsOf } from './send-batch.ts'

/** A pause in typing, or between two voices, after which the price is asked. */
const settleMs = 1_000
/** Batches that are asked about: each is a request of the plan's rate, as is the one that sends it. */
const maxAsked = 3

export interface BatchPrice {
  calls: number
  /** Lines whose sound an earlier job has; undefined: it was not asked. */
  cached: number | undefined
  /** US dollars beyond the plan, with two decimals. */
  cost: string
  refusal: string | undefined
}

/** The price of a list. A long list is counted and not asked about: it takes at most its lines. @param size lines of a batch */
export function useBatchPrice(items: readonly BatchItemDraft[], size: number, plan: Plan | undefined) {
  const [asked, setAsked] = useState<{ items: readonly BatchItemDraft[]; version: number }>({ items: [], version: 0 })
  const [secondsWaited, setSecondsWaited] = useState(0)
  const { data: usage } = useQuery({ ...usageQuery, refetchOnMount: 'always' })
  useEffect(() => {
    const timer = setTimeout(() => setAsked(({ version }) => ({ items, version: version + 1 })), settleMs)
    return () => clearTimeout(timer)
  }, [items])
  const parts = partsOf(asked.items, size)
  const isAsked = parts.length > 0 && parts.length <= maxAsked
  const query = useQuery({
    queryKey: ['/api', 'batch?dryRun=true', asked.version],
    queryFn: async ({ signal }) => {
      const answers = []
      for (const part of parts)
        answers.push({ part, answer: await askBatchPrice(part, { signal, onWait: setSecondsWaited }) })
      return answers
    },
    enabled: isAsked,
    gcTime: 0,
  })
  const left = usage && (allowedOf(usage)?.left ?? unlimited)
  const costOf = (calls: number) =>
    plan && left !== undefined && left !== unlimited ? overageCostOf(plan, Math.max(0, calls - left)) : '0.00'
  const isRest = asked.items === items
  const answers = isRest && isAsked ? query.data : undefined
  const jobs = answers?.flatMap(({ part, answer }) =>
    answer.jobs.map((job, index) => ({ job, line: part[index]?.line ?? 0 })),
  )
  const calls = answers ? answers.reduce((sum, { answer }) => sum + answer.calls, 0) : items.length
  const price: BatchPrice | undefined =
    jobs || (isRest && !isAsked && items.length > 0)
      ? {
          calls,
          cached: jobs?.filter(({ job }) => 'outcome' in job && job.outcome === 'cached').length,
          cost: answers?.length === 1 ? (answers[0]?.answer.cost ?? '0.00') : costOf(calls),
          refusal: answers?.find(({ answer }) => answer.refusal)?.answer.refusal,
        }
      : undefined
  const refused = jobs?.flatMap(({ job, line }): LineFault[] => ('error' in job ? faultsOfRejection(line, job) : []))
  const ofAll = isRest ? faultsOfRefusal(query.error, asked.items.slice(0, size)) : []
  return {
    price,
    /** Calls of the plan and bonus calls that are left; −1 is unlimited, undefined not known. */
    left,
    faults: refused && refused.length > 0 ? refused : ofAll,
    error: isRest && ofAll.length === 0 ? query.error : null,
    isAsking: items.length > 0 && (!isRest || (isAsked && query.isFetching)),
    secondsWaited,
    askAgain: () => void query.refetch(),
  }
}
