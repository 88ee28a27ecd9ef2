import { repeatEvery } from '@utter/runtime/repeat-every'
import { outsideTrace } from '@utter/telemetry/trace'
import type { MailDeps } from '../deps.ts'
import { sendMail } from './send-mail.ts'

const turnMs = 1_000
/** Mails that one replica sends at the same time. */
const maxInFlight = 8

export type MailSender = { wake(): void } & AsyncDisposable

/** Sends what is due, on every replica: each mail is leased by one of them. */
export function startMailSender(deps: MailDeps): MailSender {
  const { notices, clock, log } = deps
  let turning: Promise<void> | undefined
  let isWanted = false
  let isStopped = false
  async function turnWhileWanted(): Promise<void> {
    while (isWanted && !isStopped) {
      isWanted = false
      const { found, leased } = await notices.leaseMails(clock.now(), maxInFlight)
      await Promise.all(
        leased.map((notice) =>
          outsideTrace(() => sendMail(deps, notice)).catch((error) =>
            // Due again at the end of its lease.
            log.warn({ err: error, notice: notice._id }, 'a mail is sent later'),
          ),
        ),
      )
      isWanted ||= found === maxInFlight
    }
  }
  const wake = () => {
    isWanted = true
    if (turning || isStopped) return
    turning = turnWhileWanted()
      .catch((error) => log.warn({ err: error }, 'mails are looked for later'))
      .finally(() => {
        turning = undefined
      })
  }
  const loop = repeatEvery(turnMs, 'mails', log, async () => wake())
  return {
    wake,
    async [Symbol.asyncDispose]() {
      isStopped = true
      await loop[Symbol.asyncDispose]()
      await turning
    },
  }
}
