type Kinds = { plan: number; bonus: number; overage: number }
type ModelSegment = {
  start: number
  month: number
  planCalls: number
  /** Thousandths of a dollar; null: no call past the plan is sold. */
  price: number | null
  /** Bonus calls that were there when it was over; undefined: it is not. */
  balance?: number
  /** Calls that were taken from it, but for those that are known to have failed. */
  known: number
  taken: number
  failed: number
  /** Calls that are in the ledger. */
  entered: number
  billed: number
  /** Bills while it went on, of which calls may be given back. */
  interim: { calls: number; cents: number }[]
}

/** Calls of a segment and their cents; below 0 they are given back. */
export type Bill = { start: number; calls: number; cents: number }

/**
 * The debt of a customer, call by call: each call is the plan's while its month has one, then a bonus call, then it is paid for. It forgets
 * nothing, and shares no code with what it is compared to.
 */
export function createModel() {
  const segments: ModelSegment[] = []
  let earned = 0

  const find = (start: number): ModelSegment => {
    const found = segments.find((one) => one.start === start)
    if (!found) throw new Error(`a call of a segment that never began: ${new Date(start).toISOString()}`)
    return found
  }
  const spent = () =>
    segments.reduce((sum, one) => sum + (one.balance === undefined ? 0 : kindsOf(one, (of) => of.known).bonus), 0)

  /** The calls of a segment one by one, after those of its month's earlier segments. */
  function kindsOf(segment: ModelSegment, countOf: (one: ModelSegment) => number): Kinds {
    let fromPlan = 0
    for (const one of segments.filter(({ month }) => month === segment.month)) {
      const kinds: Kinds = { plan: 0, bonus: 0, overage: 0 }
      const bonusCalls = one.balance ?? earned - spent()
      for (let call = 0; call < countOf(one); call++)
        if (one.planCalls < 0 || fromPlan + kinds.plan < one.planCalls) kinds.plan++
        else if (kinds.bonus < bonusCalls) kinds.bonus++
        else if (one.price !== null) kinds.overage++
        else kinds.plan++
      if (one === segment) return kinds
      fromPlan += kinds.plan
    }
    throw new Error('a segment without its month')
  }

  return {
    /** A segment by Stripe's plan; none is over before it begins. */
    begin(start: number, month: number, planCalls: number, price: number | null): void {
      const known = segments.find((one) => one.start === start)
      if (known) Object.assign(known, { month, planCalls, price })
      else
        segments.push({
          start,
          month,
          planCalls,
          price,
          known: 0,
          taken: 0,
          failed: 0,
          entered: 0,
          billed: 0,
          interim: [],
        })
      segments.sort((a, b) => a.start - b.start)
    },
    isBegun: (start: number) => segments.some((one) => one.start === start),
    earn(calls: number): void {
      earned += calls
    },
    take(start: number): void {
      find(start).taken++
      find(start).known++
    },
    /** @param isKnown at once: the segment is present, or its calls are counted */
    fail(start: number, isKnown: boolean): void {
      find(start).failed++
      if (isKnown) find(start).known--
    },
    enter(start: number): void {
      find(start).entered++
    },
    /** No call is taken from it any more. */
    end(start: number): void {
      find(start).balance = earned - spent()
    },
    /** Failures of segments that are over are known from now on. */
    recount(): void {
      for (const one of segments) one.known = one.taken - one.failed
    },
    /**
     * Calls to be paid though the month goes on: all that were not, once they cost a step in thousandths of a dollar.
     * @param isAlone whether the segment that goes on reaches it by itself
     */
    interim(start: number, step: number, isAlone = false): Bill[] {
      const open = find(start)
      if (open.price === null) return []
      const due = segments
        .filter((one) => one.month === open.month && one.price !== null && (one === open || !isAlone))
        .map((one) => ({ one, calls: kindsOf(one, (of) => of.entered).overage - one.billed }))
        .filter(({ calls }) => calls > 0)
      if (due.reduce((sum, { one, calls }) => sum + calls * (one.price ?? 0), 0) < step) return []
      return due.map(({ one, calls }) => ({ start: one.start, calls, cents: centsOf(calls, one.price ?? 0) }))
    },
    /** Such a bill was made. */
    interimMade(bills: Bill[]): void {
      for (const { start, calls, cents } of bills) {
        const one = find(start)
        one.billed += calls
        one.interim.push({ calls, cents })
      }
    },
    /** Calls to be paid now, and their cents: of each segment that is over and not billed in full, or too much. */
    bill(isDue: (start: number) => boolean): Bill[] {
      return segments.flatMap((one) => {
        const { start, price, billed } = one
        if (price === null || one.balance === undefined || !isDue(start)) return []
        const calls = kindsOf(one, (of) => of.entered).overage - billed
        if (calls === 0) return []
        one.billed += calls
        return [{ start, calls, cents: calls > 0 ? centsOf(calls, price) : -giveBack(one, -calls, price) }]
      })
    },
  }
}

/** Cents of calls that are given back: of each bill, the latest first, what it would have cost less without them. */
function giveBack({ interim }: ModelSegment, calls: number, price: number): number {
  let [left, cents] = [calls, 0]
  for (const bill of interim.toReversed())
    for (; left > 0 && bill.calls > 0; left--) {
      bill.calls--
      const rest = centsOf(bill.calls, price)
      cents += bill.cents - rest
      bill.cents = rest
    }
  return cents
}

/** Rounded half up, once. */
const centsOf = (calls: number, price: number): number => Math.floor((calls * price) / 10 + 0.5)
