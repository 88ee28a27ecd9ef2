import { NoticeMade } from '@utter/contracts/events/notices/notice-made'
import { noticeRules } from '@utter/contracts/http/notices/notice'
import { on } from '@utter/messaging/handler'
import { addDelivery } from '../deliveries/add-delivery.ts'
import type { BroadcastDeps, NoticeDeps } from '../deps.ts'
import { webhookTypeOf } from '../domain/mail-choice.ts'
import { newNotice, noticeIdOf, noticeView } from '../domain/notice.ts'

/** A notice, to the streams of its account that this replica has open. */
export const noticeMade = ({ streams }: Pick<BroadcastDeps, 'streams'>) =>
  on(NoticeMade, async ({ cause, at, notice }, { userId }) => {
    if (!noticeRules[notice.kind].isListed) return
    const _id = noticeIdOf(userId, cause)
    streams.notify(userId, _id, 'notice', noticeView({ _id, at: new Date(at), notice }))
  })

/** A notice, to the app's list, the account's mailbox and its webhook: once for each cause, however often it is consumed. */
export const noticeMadeToOwner = (deps: NoticeDeps) =>
  on(NoticeMade, async ({ cause, at, to, language, notice }, { userId }) => {
    const { notices, choices, erasure, sender, isMailing, clock } = deps
    if (notice.kind !== 'account-deleted' && (await erasure.isDeleted(userId))) return
    if (!isMailing && !noticeRules[notice.kind].isListed) return
    const stored = newNotice({ userId, cause, at: new Date(at), to, language, notice }, isMailing, clock.now())
    if (await notices.insert(stored)) sender.wake()
    // Also where it was there: the process that inserted it may have died before this.
    const noticeType = webhookTypeOf(await choices.read(userId), notice.kind)
    if (!noticeType) return
    await addDelivery(deps, userId, { noticeId: stored._id, noticeType, outcome: 'noticed' }, { at: stored.at })
  })
