import type { User } from './user.ts'

/**
 * A month's calls of an account whose address is not verified.
 * @param unverifiedCalls of a free account; undefined: as many as its plan has @returns undefined: all of its plan's
 */
export const unverifiedLimitOf = (
  { subscriptionTier, emailVerifiedAt }: Pick<User, 'subscriptionTier' | 'emailVerifiedAt'>,
  unverifiedCalls: number | undefined,
): number | undefined => (subscriptionTier === 'free' && !emailVerifiedAt ? unverifiedCalls : undefined)
