/**
 * The continuity of a membership: whether a join follows the one before with no generation in between, in which another member
 * may have had the partitions. GROUP_JOIN does not distinguish generations, but the assigner is asked once for each attempt to join.
 */
export class Membership {
  #memberId = ''
  #attempts = 0

  /** A new consumer has no generation before. */
  reset(): void {
    this.#memberId = ''
    this.#attempts = 0
  }

  /** @returns the id of the generation before, under which the partitions are owned */
  attempt(): string {
    this.#attempts++
    return this.#memberId
  }

  /** @returns true when no generation was missed since the join before */
  join(memberId: string): boolean {
    const isContinued = memberId === this.#memberId && this.#attempts === 1
    this.#memberId = memberId
    this.#attempts = 0
    return isContinued
  }
}
