import type { Command } from 'commander'
import { anEmail } from '../arguments.ts'
import type { FindPlatform } from '../platform.ts'

export function addBillingCommands(program: Command, platform: FindPlatform): void {
  program
    .command('billing')
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
