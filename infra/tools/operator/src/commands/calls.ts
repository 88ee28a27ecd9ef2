import type { Command } from 'commander'
import { email, used } from '../arguments.ts'
import type { FindPlatform } from '../platform.ts'

export function addCallsCommands(program: Command, platform: FindPlatform): void {
  program
    .command('calls')
    .command('set')
    .summary('calls used in this period')
    .description('Sets how many calls an account has used in this period.')
    .addArgument(email)
    .addArgument(used)
    .action(async (address: string, calls: number) => {
      await (await platform()).operator.setCalls(address, calls)
      console.log(`${address} has used ${calls} calls.`)
    })
}
