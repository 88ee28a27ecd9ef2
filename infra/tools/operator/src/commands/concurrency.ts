import type { Command } from 'commander'
import { concurrency, email } from '../arguments.ts'
import type { FindPlatform } from '../platform.ts'

export function addConcurrencyCommands(program: Command, platform: FindPlatform): void {
  program
    .command('concurrency')
    .command('set')
    .summary('active jobs at once, whatever the plan grants')
    .description('Sets how many jobs of an account may be active at the same time. A change of the plan keeps it.')
    .addArgument(email)
    .addArgument(concurrency)
    .action(async (address: string, jobs: number) => {
      await (await platform()).operator.setConcurrency(address, jobs)
      console.log(`${address} may have ${jobs} active jobs at once.`)
    })
}
