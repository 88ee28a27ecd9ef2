import { type TierName, tierNames } from '@utter/contracts/plans'
import type { Command } from 'commander'
import { email, plan } from '../arguments.ts'
import type { FindPlatform } from '../platform.ts'

export function addPlanCommands(program: Command, platform: FindPlatform): void {
  program
    .command('plan')
    .command('set')
    .summary(new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(tierNames))
    .description('Sets the plan of an account; it holds a moment later.')
    .addArgument(email)
    .addArgument(plan)
    .action(async (address: string, tier: TierName) => {
      await (await platform()).operator.setPlan(address, tier)
      console.log(`${address} has the plan ${tier}.`)
    })
}
