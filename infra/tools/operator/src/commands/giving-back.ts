import { userInfo } from 'node:os'
import type { AdjustmentView, GivenAdjustment } from '@utter/contracts/http/internal/billing/adjustments'
import type { Command } from 'commander'
import { amount, anEmail, cancels, credited, currency, email, giftReason, invoiceNumber } from '../arguments.ts'
import { money, smallestUnitsOf } from '../money.ts'
import type { FindPlatform } from '../platform.ts'

const by = userInfo().username

type CreditOptions = { currency: string; reason: string }
type RefundOptions = CreditOptions & { invoice?: string; amount?: number; cancel?: boolean }

/** Commands that give an account money back, list what was given, and show what banks have taken back. */
export function addGivingBackCommands(billing: Command, platform: FindPlatform): void {
  billing
    .command('refund')
    .summary('an invoice, wholly or in part')
    .description(
      'Refunds an invoice; the same amount of it for the same reason once, however often it is run. The plan goes on.',
    )
    .addArgument(email)
    .addOption(invoiceNumber)
    .addOption(amount)
    .addOption(currency)
    .addOption(giftReason)
    .addOption(cancels)
    .action(
      async (address: string, { invoice, amount: part, currency: code, reason, cancel = false }: RefundOptions) => {
        const cents = part && smallestUnitsOf(part, code)
        const body = {
          reason,
          by,
          cancels: cancel,
          currency: code,
          ...(invoice && { invoice }),
          ...(cents && { cents }),
        }
        const given = await (await platform()).operator.refund(address, body)
        console.log(
          `${sentenceOf(given)} of invoice ${given.invoice}${given.cancels ? ', and the plan has ended' : ''}.`,
        )
      },
    )
  billing
    .command('credit')
    .summary("off the account's next invoices")
    .description('Gives a credit; the same amount for the same reason once, however often it is run.')
    .addArgument(email)
    .addArgument(credited)
    .addOption(currency)
    .addOption(giftReason)
    .action(async (address: string, typed: number, { currency: code, reason }: CreditOptions) => {
      const body = { cents: smallestUnitsOf(typed, code), currency: code, reason, by }
      console.log(`${sentenceOf(await (await platform()).operator.credit(address, body))}.`)
    })
  billing
    .command('credits')
    .summary('credits and refunds that were given, and why')
    .description('Prints the latest 1,000 credits and refunds of the operator, newest first.')
    .addArgument(anEmail)
    .action(async (address: string | undefined) => {
      const given = await (await platform()).operator.adjustments(address)
      for (const one of given) console.log(lineOf(one))
      if (given.length === 0) console.log('There are none.')
    })
  billing
    .command('disputes')
    .summary('payments that were denied, and until when to answer')
    .description("Prints Stripe's latest 100 disputes, newest first.")
    .action(async () => {
      const disputes = await (await platform()).operator.disputes()
      for (const { at, dispute, userId, customer, cents, currency, status, dueBy } of disputes)
        console.log(
          [at.slice(0, 10), dispute, userId ?? customer ?? '-', money(cents, currency), status]
            .concat(status === 'needs_response' && dueBy ? [`until ${dueBy.slice(0, 10)}`] : [])
            .join(' '),
        )
      if (disputes.length === 0) console.log('There are none.')
    })
  billing
    .command('forgive')
    .summary('an account that has lost a dispute buys again')
    .description('Lets an account buy again that has lost a dispute.')
    .addArgument(email)
    .action(async (address: string) => {
      const forgiven = await (await platform()).operator.forgive(address)
      console.log(forgiven === 0 ? `${address} has lost no dispute.` : `${address} may buy again.`)
    })
}

const verbs = { refund: 'Refunded', credit: 'Credited' }
const sentenceOf = ({ kind, cents, currency, isNew, at, by: who }: GivenAdjustment): string =>
  isNew
    ? `${verbs[kind]} ${money(cents, currency)}`
    : `${verbs[kind]} before, on ${at.slice(0, 10)} by ${who}: ${money(cents, currency)}`

const lineOf = ({
  at,
  userId,
  kind,
  cents,
  currency,
  invoice,
  by: who,
  reason,
  stripeId,
  failedAt,
}: AdjustmentView): string =>
  [at.slice(0, 10), userId, kind, money(cents, currency), ...(invoice ? [invoice] : []), `by ${who}: ${reason}`]
    .concat(failedAt ? [`(failed on ${failedAt.slice(0, 10)}: the bank did not take it)`] : [])
    .concat(stripeId ? [] : ['(not made yet: run it again)'])
    .join(' ')
