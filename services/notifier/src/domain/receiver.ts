/**
 * The document of a receiver to which deliveries are pending: what is due is asked of receivers, so that a backlog is
 * one key. It is removed when nothing is pending.
 */
export type Receiver = {
  /** As its deliveries name it: the account is a part of it. */
  _id: string
  userId: string
  /** When its deliveries are looked at next. Too early costs an empty look; too late is found by the sweep, as is a death before it was set. */
  nextDueAt: Date
  /** Its last try took more than a second, or one that is under way does. */
  isSlow: boolean
  /** Its last try was answered, or refused, within five seconds. */
  isResponsive?: boolean
  /** A look is under way, or all its places are taken: it is due when that ends, and by no new delivery. */
  isFull?: boolean
  /** Counts new deliveries, which a look that is under way may not have seen. */
  rev: number
}

export type Pace = Required<Pick<Receiver, 'isSlow' | 'isResponsive'>>

/** Tries in flight of a receiver, over all replicas; the fewer ones until it is responsive. */
export const maxTries = 16
const minTries = 2
export const placesOf = ({ isResponsive }: Pick<Receiver, 'isResponsive'>, inFlight: number): number =>
  Math.max(0, (isResponsive ? maxTries : minTries) - inFlight)

const responsiveMs = 5_000
/** Undefined: it is as before. @param sentMs how long its last try took @param slowMs from when on a try is slow */
export function newPaceOf(
  { isSlow, isResponsive = false }: Receiver,
  sentMs: number,
  slowMs: number,
): Pace | undefined {
  const pace = { isSlow: sentMs >= slowMs, isResponsive: sentMs < responsiveMs }
  return pace.isSlow === isSlow && pace.isResponsive === isResponsive ? undefined : pace
}

type Pending = { nextAttemptAt: Date }
type Seen = {
  /** Pending deliveries, the first ones in the order of their dates; those under way have the ends of their leases. */
  pending: Pending[]
  /** Ends of the leases of tries that are under way, the first one first. */
  inFlight: Date[]
  /** How many of the pending ones are leased now, and until when. */
  leased: number
  until: Date
  /** How many more tries the receiver may have in flight than there were. */
  places: number
}

/** When a receiver is looked at next after a look. Undefined: nothing is pending. */
export function afterLook(
  { pending, inFlight, leased, until, places }: Seen,
  now: Date,
): Required<Pick<Receiver, 'nextDueAt' | 'isFull'>> | undefined {
  const next = pending[leased]?.nextAttemptAt
  const isFull = next !== undefined && next <= now && leased >= places
  // The places of a process that dies are free when its leases are over.
  const dates = [...(isFull ? inFlight : next ? [next] : []), ...(leased > 0 ? [until] : [])]
  if (dates.length === 0) return undefined
  return { nextDueAt: new Date(Math.min(...dates.map(Number))), isFull }
}
