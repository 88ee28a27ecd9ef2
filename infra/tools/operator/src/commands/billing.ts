import type { Command } from 'commander'
import { anEmail, email, firstMonth, lastMonth, trusted } from '../arguments.ts'
import { money } from '../money.ts'
import type { Operator } from '../operator.ts'
import type { FindPlatform } from '../platform.ts'
import { addGivingBackCommands } from './giving-back.ts'

export function addBillingCommands(program: Command, platform: FindPlatform): void {
  const billing = program.command('billing')
  billing
    .command('debts')
    .summary('what deleted accounts owe: unpaid invoices, lost disputes')
    .description(
      'Prints the invoices of deleted accounts that were given up, and the disputes that they lost, newest first.',
    )
    .action(async () => {
      const debts = await (await platform()).operator.debts()
      for (const { at, invoice, customer, cents, currency } of debts)
        console.log(`${at.slice(0, 10)} ${invoice} ${customer} ${money(cents, currency)}`)
      if (debts.length === 0) console.log('There are none.')
    })
  billing
    .command('reconcile')
    .summary("the ledger beside Stripe's invoices: one account, or all")
    .description(
      "Compares the ledger with Stripe's invoice items, and prints each difference; a subscription whose change was missed is refreshed.",
    )
    .addArgument(anEmail)
    .action(async (address: string | undefined) => {
      const { operator } = await platform()
      const { accounts, differences, found } =
        address === undefined ? await allAccounts(operator) : await one(operator, address)
      for (const { userId, sentence } of differences) console.log(`${userId}: ${sentence}.`)
      if (found > differences.length) console.log(`… and ${found - differences.length} more.`)
      console.log(`Accounts compared: ${accounts}, differences: ${found}.`)
      if (found > 0) process.exitCode = 1
    })
  billing
    .command('overcharged')
    .summary('accounts of which bonus calls were billed, and what they cost')
    .description('Lists accounts of which bonus calls were billed as calls past the plan.')
    .option('--credit', 'gives it back, as a credit on their next invoice: each call once')
    .action(async ({ credit = false }: { credit?: boolean }) => {
      const { overcharged, notCompared } = await (await platform()).operator.overcharges(credit)
      for (const { userId, calls, cents } of overcharged)
        console.log(`${userId}: ${calls} calls, $${dollars(cents)}${credit ? ', credited' : ''}.`)
      for (const userId of notCompared) console.log(`${userId}: not compared.`)
      const sum = overcharged.reduce((total, { cents }) => total + cents, 0)
      console.log(`Accounts: ${overcharged.length}, in all $${dollars(sum)}.`)
    })
  addGivingBackCommands(billing, platform)
  billing
    .command('trust')
    .summary('the limit on overage that an account may set, whatever it has paid')
    .description('Sets how high the spending limit of an account may be, whatever it has paid; 0 takes it back.')
    .addArgument(email)
    .addArgument(trusted)
    .action(async (address: string, amount: number) => {
      const limit = await (await platform()).operator.setTrust(address, amount)
      console.log(limit === null ? noLimit : `${address} may set a spending limit of up to $${limit}.`)
    })
  billing
    .command('export')
    .summary('the lines of all invoices of some months, as CSV')
    .description('Prints the lines of all invoices that were made in these months, as CSV, newest first.')
    .addOption(firstMonth)
    .addOption(lastMonth)
    .action(async ({ from, to }: { from: string; to: string }) => {
      const csv = await (await platform()).operator.exportBooks(from, to)
      for await (const bytes of csv) process.stdout.write(bytes)
    })
}

const noLimit = 'Nothing is known of its payments yet, or its plan sells no overage: this counts from then on.'

async function one(operator: Operator, address: string) {
  const { accounts, differences } = await operator.reconcileBilling(address)
  return { accounts, differences, found: differences.length }
}

/** It goes on in billing where the command is ended. */
async function allAccounts(operator: Operator) {
  let told = 0
  return operator.reconcileAll((compared) => {
    if (compared - told < 1_000) return
    told = compared
    console.error(`Accounts compared so far: ${compared}.`)
  })
}
const dollars = (cents: number): string => (cents / 100).toFixed(2)
