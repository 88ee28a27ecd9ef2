import { useQuery } from '@tanstack/react-query'
import type { Stats } from '@utter/contracts/http/jobs/job-views'
import { useEffect, useEffectEvent, useState } from 'react'
import { storedSwitch } from '../../lib/browser/stored-switch.ts'
import { keysQuery } from '../api-keys/queries.ts'
import { useMe } from '../session/me.ts'

export const stepIds = ['hear', 'make', 'call', 'webhook', 'plan'] as const
export type StepId = (typeof stepIds)[number]

/** Jobs after which an account knows its way, whatever it has left out. */
const maxJobs = 10

/** Off once a sample was played in this browser. */
const unheard = storedSwitch('utter.first-steps.unheard')
/** Off once they were put away in this browser. */
const wanted = storedSwitch('utter.first-steps')

export const hideFirstSteps = (): void => wanted.set(false)
export const markHeard = (): void => unheard.set(false)

/** Whether an account is new, by what is known without a further question. Undefined: not known yet. */
export function useIsNew(stats: Stats | undefined): boolean | undefined {
  const isWanted = wanted.useIsOn()
  const { data: me } = useMe()
  if (!isWanted) return false
  if (!me || !stats) return undefined
  return stats.totalJobs + stats.queueLength < maxJobs && (me.webhookUrl === null || me.subscriptionTier === 'free')
}

export interface FirstStepsState {
  done: Record<StepId, boolean>
  /** The step that is shown: the chosen one, else the first that is not done. */
  shown: StepId
  choose: (step: StepId) => void
}

/** Each step is done by what it leads to, wherever that was done. */
export function useFirstSteps({ totalJobs, queueLength }: Stats): FirstStepsState {
  const { data: me } = useMe()
  const { data: keys, refetch } = useQuery(keysQuery)
  const isCalled = keys?.some(({ lastUsedAt }) => lastUsedAt !== null) ?? false
  // The first use of a key has no event of its own: jobs that come and end are its sign.
  const onJobs = useEffectEvent(() => {
    if (keys && keys.length > 0 && !isCalled) void refetch({ cancelRefetch: false })
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change of them asks again.
  useEffect(onJobs, [totalJobs, queueLength])
  const isUnheard = unheard.useIsOn()
  const [chosen, choose] = useState<StepId>()
  const hasJob = totalJobs + queueLength > 0
  const done = {
    hear: !isUnheard || hasJob,
    make: hasJob,
    call: isCalled,
    webhook: typeof me?.webhookUrl === 'string',
    plan: me !== undefined && me.subscriptionTier !== 'free',
  }
  return { done, shown: chosen ?? stepIds.find((id) => !done[id]) ?? 'plan', choose }
}
