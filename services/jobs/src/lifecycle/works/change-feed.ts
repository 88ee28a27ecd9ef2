import { notFound } from '@utter/http/problem'
import type { LifecycleDeps } from '../../deps.ts'
import { hashOfLink, isLinkSecret, newLinkSecret } from '../../domain/link-secret.ts'
import { isShownWork, type ShownWork } from '../../domain/works/work.ts'
import { shownWork } from './change-state.ts'

type Deps = Pick<LifecycleDeps, 'works' | 'clock'>

const shownStates = { $nin: ['submitting', 'deleting'] } as { $nin: ['submitting', 'deleting'] }
const workNotFound = () => notFound('Work not found', 'work_not_found')

/**
 * recipe 21.9: another secret in place of the one before, which opens nothing from then on.
 * @returns the secret, of which a hash alone is kept
 * @throws Problem 404 for a work that is not shown
 */
export async function renewFeed(
  { works, clock }: Deps,
  userId: string,
  id: string,
): Promise<{ secret: string; since: Date }> {
  const [secret, since] = [newLinkSecret(), clock.now()]
  const feed = { hash: hashOfLink(secret), since }
  if (!(await works.update({ _id: id, userId, state: shownStates }, { $set: { feed } }))) throw workNotFound()
  return { secret, since }
}

/** recipe 21.9: its address opens nothing from then on. @throws Problem 404 for a work that is not shown */
export async function revokeFeed({ works }: Pick<Deps, 'works'>, userId: string, id: string): Promise<void> {
  await shownWork({ works }, userId, id)
  await works.update({ _id: id, userId }, { $unset: { feed: 1 } })
}

/** The work of a secret. @throws Problem 404, the same for one that never was, one that was revoked, and one of a suspended account */
export async function workOfFeed(
  { works, allowances }: Pick<LifecycleDeps, 'works' | 'allowances'>,
  secret: string,
): Promise<ShownWork> {
  const work = isLinkSecret(secret) ? await works.byFeed(hashOfLink(secret)) : null
  if (!work || !isShownWork(work) || (await allowances.isSuspended(work.userId)))
    throw notFound('Podcast not found', 'feed_not_found')
  return work
}
