export type SlotLimits = {
  /** Tries in flight in this process: in all, and of one account. */
  all: number
  perAccount: number
  /** The part for receivers that are known to be slow or whose try takes long: in all, and of one account. */
  slow: number
  slowPerAccount: number
  /** The part for other receivers, until the try takes long. */
  quick: number
  /** A try that takes longer makes its receiver a slow one, until one is quicker. */
  slowMs: number
}
export const slotLimits: SlotLimits = {
  ...{ all: 1_024, perAccount: 32 },
  ...{ slow: 512, slowPerAccount: 16, quick: 256 },
  slowMs: 1_000,
}

export type TrySlot = {
  /** The try takes long, so its slot is one of the slow ones from now on, past their number if need be. */
  becomeSlow(): void
  release(): void
}

/**
 * Slots for the tries of a process. Half of them are for receivers that are not slow: silent ones, however many, hold
 * them for a second. An account has no more of a kind in flight than are free, so while slots are scarce each account
 * gets one in turn, and one that has none comes next.
 */
export function createTrySlots({ all, perAccount, slow, slowPerAccount, quick }: SlotLimits = slotLimits) {
  const [quickTries, slowTries] = [createCounts(), createCounts()]
  const free = (isSlow: boolean): number => {
    const left = all - quickTries.total() - slowTries.total()
    return Math.max(0, Math.min(left, isSlow ? slow - slowTries.total() : quick - quickTries.total()))
  }
  const hasSlot = (isSlow: boolean, userId: string): boolean => {
    const counts = isSlow ? slowTries : quickTries
    const inFlight = quickTries.of(userId) + slowTries.of(userId)
    return counts.of(userId) < free(isSlow) && inFlight < perAccount && !(isSlow && counts.of(userId) >= slowPerAccount)
  }
  return {
    free,
    /** Accounts that get no further slot at present. */
    busy: (isSlow: boolean): string[] =>
      [...new Set([...quickTries.accounts(), ...slowTries.accounts()])].filter((userId) => !hasSlot(isSlow, userId)),
    /** Undefined: no slot is free for it. */
    take(isSlow: boolean, userId: string): TrySlot | undefined {
      if (!hasSlot(isSlow, userId)) return undefined
      let counts = isSlow ? slowTries : quickTries
      counts.add(userId, 1)
      return {
        becomeSlow() {
          counts.add(userId, -1)
          counts = slowTries
          counts.add(userId, 1)
        },
        release: () => counts.add(userId, -1),
      }
    },
  }
}

/** Tries in flight by account. */
function createCounts() {
  const byAccount = new Map<string, number>()
  let total = 0
  return {
    total: () => total,
    of: (userId: string) => byAccount.get(userId) ?? 0,
    accounts: () => byAccount.keys(),
    add(userId: string, by: 1 | -1) {
      total += by
      const count = (byAccount.get(userId) ?? 0) + by
      if (count > 0) byAccount.set(userId, count)
      else byAccount.delete(userId)
    },
  }
}
