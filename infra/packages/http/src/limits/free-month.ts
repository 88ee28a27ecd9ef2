import { type FreeMonthKind, freeMonthKinds } from '@utter/contracts/free-month'
import { networksOf } from '../network-of.ts'
import { Problem } from '../problem.ts'

const prefixOf = (kind: FreeMonthKind) => `free-network:${kind}:`

/**
 * The counts of the month from which these characters of a free account are taken: those of its network, and in IPv6 of the wider ones.
 * @param max characters of this kind for a network; 0: no bound
 */
export function networkMonth(kind: FreeMonthKind, address: string, { amount, max }: { amount: number; max: number }) {
  if (max === 0 || amount === 0 || address === '') return []
  return networksOf(address).map(({ network, times }) => ({
    ...{ name: `${prefixOf(kind)}${network}`, amount, max: max * times },
    period: 'month' as const,
  }))
}

const sentences: Record<FreeMonthKind, string> = {
  voices: 'Free accounts of your network have used up this voice for the month, choose another voice or a plan',
  chat: 'Free accounts of your network have used up replies for the month, choose a plan',
}

/** The refusal of free accounts by the month of their network; undefined where the count is another. */
export function networkMonthUsedUp({ count, secondsLeft }: { count: string; secondsLeft: number }) {
  const kind = freeMonthKinds.find((one) => count.startsWith(prefixOf(one)))
  const headers = { 'retry-after': String(secondsLeft) }
  return kind && new Problem(429, 'free_network_limit_reached', sentences[kind], { headers })
}
