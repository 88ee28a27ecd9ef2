import type { Command } from 'commander'
import { email } from '../arguments.ts'
import type { FindPlatform } from '../platform.ts'

export function addUserCommands(program: Command, platform: FindPlatform): void {
  program
    .command('user')
    .command('reset-password')
    .summary('a link to replace a forgotten password: an hour, once')
    .description(
      'Prints a link by which the owner sets a new password. It works once, within an hour; every session ends then.',
    )
    .addArgument(email)
    .action(async (address: string) => {
      console.log(await (await platform()).operator.resetPassword(address))
    })
}
