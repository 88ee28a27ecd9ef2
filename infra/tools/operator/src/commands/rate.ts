import type { Command } from 'commander'
import { email, rate } from '../arguments.ts'
import type { FindPlatform } from '../platform.ts'

export function addRateCommands(program: Command, platform: FindPlatform): void {
  program
    .command('rate')
    .command('set')
    .summary('requests in 60 s, whatever the plan grants')
    .description('Sets how many requests an account may send in 60 s.')
    .addArgument(email)
    .addArgument(rate)
    .action(async (address: string, requests: number) => {
      await (await platform()).operator.setRate(address, requests)
      console.log(`${address} may send ${requests} requests in 60 s.`)
    })
}
