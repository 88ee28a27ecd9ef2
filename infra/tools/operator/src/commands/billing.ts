import type { Command } from 'commander'
import { anEmail } from '../arguments.ts'
import type { FindPlatform } from '../platform.ts'

export function addBillingCommands(program: Command, platform: FindPlatform): void {
  const billing = program.command('billing')
  billing
    .command('debts')
    .summary('invoices of deleted accounts that nobody paid')
    .description('Prints the invoices of deleted accounts that were given up, newest first.')
    .action(async () => {
      const debts = await (await platform()).operator.debts()
      for (const { at, invoice, customer, cents } of debts)
        console.log(`${at.slice(0, 10)} ${invoice} ${customer} $${(cents / 100).toFixed(2)}`)
      if (debts.length === 0) console.log('There are none.')
    })
  billing
    .command('reconcile')
    .summary("the ledger beside Stripe's invoices: one account, or all")
    .description("Compares the ledger with Stripe's invoice items, and prints each difference; nothing is mended.")
    .addArgument(anEmail)
    .action(async (address: string | undefined) => {
      const { accounts, differences } = await (await platform()).operator.reconcileBilling(address)
      for (const { userId, sentence } of differences) console.log(`${userId}: ${sentence}.`)
      console.log(`Accounts compared: ${accounts}, differences: ${differences.length}.`)
      if (differences.length > 0) process.exitCode = 1
    })
}
